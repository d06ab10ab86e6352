// Package schema is the subset of JSON Schema that a language model can be
// held to: bridge protocol, section 9 (JSON Schema support) and items 155 to
// 172 of its observable behaviours.
//
// [Parse] converts a source schema once. What comes out is a [Schema], which
// gives four views of the same thing: the generation schema that models are
// shown, the order of keys in answers, a validator for what came back, and a
// grammar for models that run here.
//
// The nouns: the source is the schema as its author wrote it. A position is a
// place where a schema applies to a value; several parts may apply at one
// position (allOf, $ref beside other keys) and are merged there. A node is the
// converted form of a position, a type is a node with a name (an object or a
// union). A note is what the description says about a constraint that nothing
// enforces; every such note has its warning.
//
// The package must never panic, loop or grow without bound, whatever schema or
// value it is given: schemas and values come from outside. The cost of each
// operation is about linear in the size of what it is given; what would cost
// more is refused, or for [Schema.Order] left as it is. It never fetches a remote
// schema, and it keeps no state beside the schemas themselves.
//
// # Where the texts are silent
//
//   - oneOf means anyOf, for the model and in [Schema.Validate].
//   - Keys beside $ref, anyOf and oneOf count: they are merged with the target
//     and with every branch. A reference that stands alone, or with annotations
//     only, shares the type of its target, which is named for its title or for
//     its key in $defs.
//   - A union that contains itself without an object or array in between, and
//     arrays that contain only themselves, are refused like reference cycles.
//   - null is never generated. A property that can only be null is left out;
//     elsewhere null alone is an error and null among others is a warning.
//   - A required name without a schema is generated as a string, with a warning.
//   - false as a branch of anyOf is no branch; elsewhere it is an error.
//   - A type that no finite value has is legal; it gets a warning.
//   - Descriptions of unions, arrays and leaves stand where these are used;
//     object types keep theirs and the place of use has its own.
//   - A recursive use of the root type is written {"$ref":"#"}.
//   - An object counts as closed (additionalProperties false) with regard to
//     the properties of everything that is merged with it, since that is what
//     the model is shown.
//   - Type names are cut at 256 characters, and the places in warnings are
//     shortened when they are long. Numbers that are compared have at most 400
//     digits. Schemas whose generation schema would be far longer than they are
//     (16 MB and more) are refused.
//   - Keywords with values of the wrong type are errors, where the keyword is
//     enforced; unknown keywords are ignored.
package schema
