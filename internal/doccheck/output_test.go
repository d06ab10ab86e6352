package doccheck

import "testing"

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		shown, printed string
		want           bool
	}{
		{"a\nb", "a  \nb\n\n", true},
		{"", "", true},
		{"", "a", false},
		{"a", "", false},
		{"a", "a\nb", false},
		{"a\nb", "a", false},
		{"took …s", "took 3.2s", true},
		{"took …s", "took 3.2", false},
		{"took …s", "took 3\n2s", false},
		{"a\n…\nz", "a\nz", true},
		{"a\n…\nz", "a\nb\nc\nz", true},
		{"a\n…\nz", "a\nb\nc", false},
		{"…", "a\nb", true},
		{"a.c", "abc", false},
	} {
		if got := matches(c.shown, c.printed); got != c.want {
			t.Errorf("matches(%q, %q) = %v", c.shown, c.printed, got)
		}
	}
}
