package schema

import (
	"slices"
	"strconv"

	"github.com/open-actor-models/oam/ojson"
)

// realBranches returns the branches of a union that a model can take, without
// false and those that allow only null, and whether there was one for null.
func (c *converter) realBranches(p *part, keyword string) (branches []part, null bool, err error) {
	list, _ := p.get(keyword)
	if list.Kind() != ojson.KindArray || list.Len() == 0 {
		return nil, false, fail(c.paths.child(p.at, keyword), keyword+" must be an array of at least one schema")
	}
	c.note(list.Len())
	for i, v := range list.Items() {
		if b, isBool := v.AsBool(); isBool && !b {
			continue
		}
		b, err := enter(v, c.paths.childIndex(p.at, keyword, i))
		if err != nil {
			return nil, false, err
		}
		onlyNull, err := c.onlyNull(b)
		if err != nil {
			return nil, false, err
		}
		if onlyNull {
			null = true
			continue
		}
		branches = append(branches, b)
	}
	return branches, null, nil
}

// onlyNull reports whether a schema allows nothing but null.
func (c *converter) onlyNull(p part) (bool, error) {
	parts, err := c.flatten([]part{p})
	if err != nil {
		return false, err
	}
	for i := range parts {
		types, err := c.declaredTypes(parts[i : i+1])
		if err != nil {
			return false, err
		}
		if types.declared && len(types.nonNull()) == 0 {
			return true, nil
		}
		if v, ok := parts[i].get("const"); ok && v.IsNull() {
			return true, nil
		}
		v, ok := parts[i].get("enum")
		if ok && v.Len() > 0 && v.Items() != nil && v.Items()[0].IsNull() {
			c.note(v.Len())
		}
		if ok && v.Len() > 0 && !slices.ContainsFunc(v.Items(), notNull) {
			return true, nil
		}
	}
	return false, nil
}

// notNull reports whether a value is not null.
func notNull(v ojson.Value) bool { return !v.IsNull() }

// A union is distributed over what stands beside it, as people expect of
//
// 	{"properties":{"a":…,"b":…}, "anyOf":[{"required":["a"]},{"required":["b"]}]}
//
// whose branches mean little alone: each is merged with the properties, which
// gives two object types that differ in what they require. Only what describes
// the union as a whole (title, description, default, examples) is kept from the
// branches.

// branches converts a merged position at which parts[i] has anyOf or oneOf:
// what stands beside the union holds for each branch (behaviours, items 160 and
// 168).
func (c *converter) branches(parts []part, i int, keyword, name, key string, ch *chain) (result, error) {
	branches, null, err := c.realBranches(&parts[i], keyword)
	if err != nil {
		return result{}, err
	}
	if len(branches) == 0 {
		if null {
			return result{nullable: true}, nil
		}
		return result{}, fail(c.paths.child(parts[i].at, keyword), keyword+" has no branch that allows a value")
	}
	// What stands beside the union is merged with each branch, but its title and
	// description are those of the union.
	base := slices.Clone(parts)
	for j := range base {
		base[j].muted = true
	}
	if keyword == "anyOf" {
		base[i].spentAny = true
	} else {
		base[i].spentOne = true
	}
	only, err := c.onlyType(base)
	if err != nil {
		return result{}, err
	}
	positions := make([][]part, len(branches))
	for j, b := range branches {
		if positions[j], err = c.withBase(base, only, b); err != nil {
			return result{}, err
		}
	}
	// The branch replaces the union, as in an alias, though merged.
	if len(branches) == 1 {
		ch, err := ch.push(branches[0].at)
		if err != nil {
			return result{}, err
		}
		r, err := c.convert(positions[0], titleOf(branches, name), ch)
		if err != nil {
			return result{}, err
		}
		return c.annotate(r, parts)
	}
	if r, ok, err := c.literalUnion(parts, positions, name, key); ok || err != nil {
		return r, err
	}
	return c.union(parts, branches, positions, name, key, ch)
}

// withBase merges the branch b with what stands beside the union. When that is
// nothing but a type that the branch declares too, the branch stays alone, so
// that a reference in it keeps its type.
func (c *converter) withBase(base []part, only *typeSet, b part) ([]part, error) {
	if only != nil {
		flat, err := c.flatten([]part{b})
		if err != nil {
			return nil, err
		}
		types, err := c.declaredTypes(flat)
		if err != nil {
			return nil, err
		}
		if !only.declared || types.declared && types.within(*only) {
			return []part{b}, nil
		}
	}
	return append(slices.Clone(base), b), c.spend(len(base), b.at)
}

// onlyType returns the type of what stands beside a union, nil when it says more
// than that.
func (c *converter) onlyType(base []part) (*typeSet, error) {
	for i := range base {
		for _, key := range base[i].constraintKeys() {
			if key != "type" && (!base[i].flat || key != "$ref" && key != "allOf") {
				return nil, nil
			}
		}
	}
	types, err := c.declaredTypes(base)
	return &types, err
}

// union converts a position with several branches to a named union.
func (c *converter) union(parts, branches []part, positions [][]part, name, key string, ch *chain) (result, error) {
	nullable, err := c.nullable(parts)
	if err != nil {
		return result{}, err
	}
	r := &result{node: c.newType(unionKind, name, parts[0].at), nullable: nullable}
	r.text, r.notes = c.annotations(parts)
	c.done[key] = r
	defer c.enterType()()
	n := r.node
	looks := looks{map[*node]bool{}, map[string]int{}}
	for j, b := range branches {
		// Each branch continues the chain on its own: two branches may lead to the
		// same schema, but none may lead back to the union.
		ch, err := ch.push(b.at)
		if err != nil {
			return result{}, err
		}
		br, err := c.convert(positions[j], c.branchName(b, childName(n.name, "option"+strconv.Itoa(j+1))), ch)
		if err != nil {
			return result{}, err
		}
		r.nullable = r.nullable || br.nullable
		if br.node == nil {
			continue
		}
		// Only objects have descriptions of their own in the generation schema;
		// the others' move up to the union's place.
		if d := c.describeAt(&br); d != "" && br.node.kind != objectKind {
			r.notes = append(r.notes, "as "+br.node.kind.article()+": "+d)
		}
		c.addBranch(n, br.node, looks)
	}
	if len(n.edges) == 0 {
		return result{}, fail(parts[0].at, "no branch allows a value")
	}
	if len(n.edges) == 1 && n.edges[0].to.kind <= booleanKind {
		// All branches came down to the same leaf. Nothing can refer to the
		// union itself, since leaves have no children.
		delete(c.names, n.name)
		r.node = n.edges[0].to
	} else if list, ok := choices(n.edges); ok {
		// Literal branches that were hidden in unions of their own.
		delete(c.names, n.name)
		r.node = &node{kind: stringKind, literals: list}
	}
	c.single = c.single || len(r.node.edges) == 1 && r.node.kind == unionKind
	return *r, nil
}

// branchName returns the name of a branch's type when it has no title: that of
// the definition that the branch refers to, or hint. It matters where the
// definition is merged with what stands beside the union; alone it has its own
// type.
func (c *converter) branchName(b part, hint string) string {
	keys := b.constraintKeys()
	if len(keys) != 1 || keys[0] != "$ref" {
		return hint
	}
	ref, _ := b.get("$ref")
	target, err := c.target(b, ref)
	if err != nil {
		return hint
	}
	return titleOf([]part{target}, definitionName(target.at, hint))
}

// hasBranches reports whether a part has a union that is still to be distributed.
func hasBranches(p part) bool {
	_, anyOf := p.get("anyOf")
	_, oneOf := p.get("oneOf")
	return anyOf || oneOf
}
