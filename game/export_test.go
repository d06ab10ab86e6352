package game

// Clean is the cleanup of a spoken line.
func Clean(name, text string) string { return reading{name: name, whole: true}.clean(text) }

// Attitude is the word for a relationship.
func Attitude(relationship int) string { return attitude(relationship) }
