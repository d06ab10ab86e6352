// Package stdio carries the bridge protocol over a pair of byte streams, one
// message per line (bridge protocol, sections 1 and 3; items 309 and 310 of the
// observable behaviours).
//
// [Serve] runs one engine from the first line to the last. Its reader never
// waits for its writer, so a client that writes much before it reads anything
// cannot block the two. It must never write anything but protocol lines to its
// output, and never touches the process's own standard streams: whoever calls
// it says which streams to use.
package stdio
