package transcript

import "github.com/open-actor-models/oam/ojson"

// member returns a member of an object; null counts as absent.
func member(v ojson.Value, key string) (m ojson.Value, ok bool) {
	m, _ = v.Get(key)
	return m, !m.IsNull()
}

// typed returns a member that must be there and have the given kind.
func typed(v ojson.Value, path, key string, kind ojson.Kind) (ojson.Value, error) {
	m, ok := member(v, key)
	if !ok {
		return m, missing(path + "." + key)
	}
	if m.Kind() != kind {
		return m, mistyped(path+"."+key, kind.String(), m)
	}
	return m, nil
}

// text returns a string that must be there.
func text(v ojson.Value, path, key string) (string, error) {
	m, err := typed(v, path, key, ojson.KindString)
	s, _ := m.AsString()
	return s, err
}

// optionalText returns a string, "" when it is absent.
func optionalText(v ojson.Value, path, key string) (string, error) {
	if _, ok := member(v, key); !ok {
		return "", nil
	}
	return text(v, path, key)
}

// identifier returns a string that must be there and not be empty.
func identifier(v ojson.Value, path, key string) (string, error) {
	s, err := text(v, path, key)
	if err == nil && s == "" {
		err = mistyped(path+"."+key, "a non-empty string", ojson.String(s))
	}
	return s, err
}
