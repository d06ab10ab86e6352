// Package demo plays short scenes over the bridge: [Gate], a guard and a tool
// call that the scene's own game answers, and [Tavern], an innkeeper with a
// memory, a shared world and a second guest who decides something.
//
// The models are scripts, and the scenes say so. All else is real: an engine as
// every transport runs it, fed with lines and read by line, so that what
// [Options.Trace] shows is what a game sees on the pipe of "oam stdio". The
// package is also the shortest client that does all a client must do (bridge
// protocol, sections 3, 4 and 6): see client.go.
//
// A scene has its own file and shares client and screen with the others. It
// ends by itself, or with the input that [Options.In] gives it, and leaves no
// goroutine behind but one that waits for that input. The package must never
// touch the process's own streams or start another process.
package demo
