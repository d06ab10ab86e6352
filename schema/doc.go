// Package schema is the subset of JSON Schema that models can be held to
// (bridge protocol, section 9).
package schema
