package ruleset

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// SpecVersion is the version of the pack format that this package reads.
const SpecVersion = "1.0"

// gameKind is the kind of the one release that every other requires.
const gameKind = "game"

// head is the head of one release.
type head struct {
	object
	pack     *Pack
	requires []requirement
}

// requirement is one member of requires.
type requirement struct {
	id    string
	allow versionRange
	node  node
}

// readHeads reads what all releases say about themselves and how they hang
// together. Without errors it returns a pack for each release.
func readHeads(roots []node, errs *fault.List) []*Pack {
	d := &decoder{errs: errs}
	heads := make([]*head, len(roots))
	for i, root := range roots {
		heads[i] = d.head(root)
	}
	d.checkKinds(heads)
	d.linkHeads(heads)
	packs := make([]*Pack, len(heads))
	for i, h := range heads {
		packs[i] = h.pack
	}
	return packs
}

// head reads the head of a release. Its pack has the parts that are right.
func (d *decoder) head(root node) *head {
	h := &head{pack: &Pack{Release: root.value}}
	if deep(root.value, maxDepth) {
		d.exceed("document-depth", maxDepth, root)
		d.stopped = false
		h.node = root
		return h
	}
	h.object = d.object(root, "id", "version", "specVersion", "kind", "title", "license", "attribution",
		"requires", "fields", "contentTypes", "content", "rules", "overrides", "migrations", "i18n")
	if n, ok := d.need(h.object, "id"); ok {
		h.pack.ID = d.packID(n)
	}
	if n, ok := d.need(h.object, "version"); ok {
		h.pack.Version = d.version(n)
	}
	if n, ok := d.need(h.object, "specVersion"); ok {
		d.specVersion(n)
	}
	if n, ok := d.need(h.object, "kind"); ok {
		h.pack.Kind, _ = d.oneOf(n, gameKind, "content", "homebrew")
	}
	for _, key := range []string{"title", "license"} {
		if n, ok := h.get(key); ok {
			d.text(n)
		}
	}
	if n, ok := h.get("i18n"); ok {
		d.texts(n)
	}
	if n, ok := h.get("requires"); ok {
		if n.value.Len() > maxRequires {
			d.exceed("requires", maxRequires, n)
			d.stopped = false // the other heads are still read
			return h
		}
		for _, m := range d.entries(n) {
			if !packName(m.key) {
				d.fail("invalid-id", m.node, ojson.Field("id", ojson.String(m.key)))
				continue
			}
			h.requires = append(h.requires, requirement{m.key, d.versionRange(m.node), m.node})
		}
	}
	return h
}

// texts checks the form of the texts, {language: {key: text}}: nothing else here
// reads them.
func (d *decoder) texts(n node) {
	for _, lang := range d.entries(n) {
		if lang.node.kind() != ojson.KindObject {
			d.wrongType(lang.node, fault.WantObject)
			continue
		}
		isText := func(m ojson.Member) bool { return m.Value.Kind() == ojson.KindString }
		if !slices.ContainsFunc(lang.node.value.Members(), func(m ojson.Member) bool { return !isText(m) }) {
			continue // the usual case, without a place for each text
		}
		for _, m := range lang.node.members() {
			d.text(m.node)
		}
	}
}

// packID reads the id of a pack.
func (d *decoder) packID(n node) string {
	id, ok := d.text(n)
	if ok && !packName(id) {
		d.fail("invalid-id", n, ojson.Field("id", ojson.String(id)))
		return ""
	}
	return id
}

// packName reports whether s may name a pack: lower-case letters, digits and
// "-", first a letter.
func packName(s string) bool { return plainName(s) && s == strings.ToLower(s) }

// checkKinds sees that there is exactly one game. A character's own release, the
// only one with a place of its own, is homebrew.
func (d *decoder) checkKinds(heads []*head) {
	games, unknown := 0, false
	for _, h := range heads {
		kind, _ := h.get("kind")
		switch {
		case h.pack.Kind == "":
			unknown = true
		case h.node.at.Key == homebrewKey && h.pack.Kind != "homebrew":
			d.fail("wrong-kind", kind,
				ojson.Field("kind", ojson.String(h.pack.Kind)), ojson.Field("expected", ojson.String("homebrew")))
		case h.pack.Kind == gameKind:
			if games++; games > 1 {
				d.fail("wrong-kind", kind, ojson.Field("kind", ojson.String(gameKind)))
			}
		}
	}
	if games == 0 && !unknown {
		d.errs.Addf("wrong-kind", "/releases", ojson.Field("expected", ojson.String(gameKind)))
	}
}

// linkHeads resolves what releases require: each dependency stands before its
// user, in a version that the user allows, and all but the game require the game.
func (d *decoder) linkHeads(heads []*head) {
	places := make(map[string]int, len(heads))
	game := None
	for i, h := range heads {
		if h.pack.ID == "" {
			continue
		}
		if first, again := places[h.pack.ID]; again {
			id, _ := h.get("id")
			d.fail("duplicate-pack", id, ojson.Field("pack", ojson.String(h.pack.ID)), ojson.Field("first", ojson.Int(int64(first))))
			continue
		}
		places[h.pack.ID] = i
		if h.pack.Kind == gameKind && game == None {
			game = i
		}
	}
	for i, h := range heads {
		requiresGame := i == game || game == None || h.pack.Kind == "" || h.pack.Kind == gameKind
		for _, r := range h.requires {
			at, ok := places[r.id]
			requiresGame = requiresGame || ok && at == game
			if !ok || at >= i {
				d.fail("missing-dependency", r.node,
					ojson.Field("pack", ojson.String(r.id)), ojson.Field("range", ojson.String(r.allow.text)))
				continue
			}
			if v := heads[at].pack.Version; v != "" && !r.allow.has(v) {
				d.fail("version-mismatch", r.node, ojson.Field("pack", ojson.String(r.id)),
					ojson.Field("range", ojson.String(r.allow.text)), ojson.Field("version", ojson.String(v)))
			}
			h.pack.Requires = append(h.pack.Requires, at)
			if at == game {
				last := len(h.pack.Requires) - 1
				h.pack.Requires[0], h.pack.Requires[last] = at, h.pack.Requires[0]
			}
		}
		place, ok := h.get("requires")
		if !ok {
			place = h.node
		}
		if !requiresGame && place.kind() == ojson.KindObject {
			d.fail("missing-dependency", place, ojson.Field("pack", ojson.String(heads[game].pack.ID)))
		}
	}
}
