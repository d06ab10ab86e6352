package doccheck

import (
	"regexp"
	"strings"
)

// ellipsis stands in a page for output that differs from run to run: within a
// line for any text, alone on a line for any number of lines.
const ellipsis = "…"

// matches reports whether the output shown in a page is what was printed.
// White space at the end of lines and of the whole does not count.
func matches(shown, printed string) bool {
	var pattern strings.Builder
	pattern.WriteString(`\A`)
	for line := range strings.SplitSeq(tidy(shown), "\n") {
		if strings.TrimSpace(line) == ellipsis {
			pattern.WriteString(`(?:.*\n)*?`)
			continue
		}
		quoted := regexp.QuoteMeta(line)
		pattern.WriteString(strings.ReplaceAll(quoted, ellipsis, `.*`) + `\n`)
	}
	pattern.WriteString(`\z`)
	return regexp.MustCompile(pattern.String()).MatchString(tidy(printed) + "\n")
}

// tidy removes white space from line ends and empty lines from the end.
func tidy(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}
