// Package demo plays a short scene over the bridge: a guard, a gate, and a tool
// call that the scene's own game answers.
//
// The model is a script, and the scene says so. All else is real: an engine as
// every transport runs it, fed with lines and read by line, so that what
// [Options.Trace] shows is what a game sees on the pipe of "oam stdio". The
// package is also the shortest client that does all a client must do (bridge
// protocol, sections 3 and 4): see game.go.
//
// A scene ends by itself in a few seconds and leaves no goroutine behind. The
// package must never read input, touch the process's own streams or start
// another process.
package demo
