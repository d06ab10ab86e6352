package doccheck

import (
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

var (
	codeSpan   = regexp.MustCompile("`+[^`]*`+")
	comment    = regexp.MustCompile(`(?s)<!--.*?-->`)
	linkTarget = regexp.MustCompile(`\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)|(?m:^ {0,3}\[[^\]]+\]:\s+<?([^\s>]+)>?)|(?:href|src)="([^"]+)"`)
	heading    = regexp.MustCompile(`^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$`)
	anchorTag  = regexp.MustCompile(`<a\s+(?:id|name)="([^"]+)"`)
	inlineLink = regexp.MustCompile(`!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])`)
	lineAnchor = regexp.MustCompile(`^L(\d+)(?:-L(\d+))?$`)
)

// Links reports the links of a page that lead nowhere: to a file that is not in
// the repository, to a heading that its page does not have, to a line behind
// the end of a file. Links with a scheme, such as https, are not followed.
func Links(repo fs.FS, p Page) (findings []string) {
	prose := strings.Join(p.Prose, "\n")
	for _, hide := range []*regexp.Regexp{comment, codeSpan} {
		prose = hide.ReplaceAllStringFunc(prose, blank)
	}
	for _, m := range linkTarget.FindAllStringSubmatchIndex(prose, -1) {
		target := ""
		for g := 1; g <= 3; g++ {
			if m[2*g] >= 0 {
				target = prose[m[2*g]:m[2*g+1]]
			}
		}
		if why := follow(repo, p, target); why != "" {
			line := 1 + strings.Count(prose[:m[0]], "\n")
			findings = append(findings, fmt.Sprintf("%s:%d: link %s: %s", p.Path, line, target, why))
		}
	}
	return findings
}

// blank returns spaces in place of text, line ends kept.
func blank(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, text)
}

// follow says why a link target does not exist, or returns "".
func follow(repo fs.FS, p Page, target string) string {
	u, err := url.Parse(target)
	switch {
	case err != nil:
		return "not a link target"
	case u.Scheme != "" || u.Host != "":
		return ""
	}
	name := p.Path
	if u.Path != "" {
		name = path.Join(path.Dir(p.Path), u.Path)
		if strings.HasPrefix(u.Path, "/") {
			name = path.Clean(u.Path)[1:]
		}
	}
	if name == "" {
		name = "."
	}
	if !fs.ValidPath(name) {
		return "outside the repository"
	}
	info, err := fs.Stat(repo, name)
	switch {
	case err != nil:
		return "no such file"
	case u.Fragment == "":
		return ""
	case info.IsDir():
		return "a folder has no headings"
	}
	text, err := fs.ReadFile(repo, name)
	if err != nil {
		return "cannot be read"
	}
	if path.Ext(name) == ".md" {
		if !anchors(ReadPage(name, string(text)))[u.Fragment] {
			return "no such heading"
		}
		return ""
	}
	m := lineAnchor.FindStringSubmatch(u.Fragment)
	if m == nil {
		return "no such place"
	}
	for _, digits := range m[1:] {
		if n, _ := strconv.Atoi(digits); digits != "" && (n < 1 || n > strings.Count(string(text), "\n")) {
			return "no such line"
		}
	}
	return ""
}

// anchors returns the names under which the headings of a page can be linked.
// A repeated heading gets -1, -2 and so on.
func anchors(p Page) map[string]bool {
	names, count := map[string]bool{}, map[string]int{}
	for _, line := range p.Prose {
		for _, m := range anchorTag.FindAllStringSubmatch(line, -1) {
			names[m[1]] = true
		}
		m := heading.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		name := slug(m[1])
		if n := count[name]; n > 0 {
			names[fmt.Sprintf("%s-%d", name, n)] = true
		} else {
			names[name] = true
		}
		count[name]++
	}
	return names
}

// slug is the anchor of a heading: lower case, spaces as hyphens, and of the
// other characters only letters, digits, hyphens and underscores.
func slug(title string) string {
	title = inlineLink.ReplaceAllString(title, "$1")
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			return unicode.ToLower(r)
		default:
			return -1
		}
	}, title)
}
