package schema

// Schema is a compiled schema.
type Schema struct{}
