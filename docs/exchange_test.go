// Package docs_test plays the exchanges that the pages show, and checks that
// the reference is complete.
//
// An exchange is a block of text behind the comment <!-- exchange -->. Lines
// that begin with → are sent to an engine, those with ← must come back, all of
// them, and those of one request in this order; … stands for any text. An
// indented line goes on with the line before it. Lines are sent one behind the other until the next ←,
// and then a few seconds pass. <!-- exchange: continued --> goes on with the
// engine of the exchange before. With -update, lines that no longer hold are
// replaced.
package docs_test

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/open-actor-models/oam"
	"github.com/open-actor-models/oam/bridge"
)

var update = flag.Bool("update", false, "replace the answers that no longer hold")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pages are the pages that may hold exchanges.
func pages(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(file) == ".md" {
			files = append(files, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return append(files, "../README.md")
}

func TestExchanges(t *testing.T) {
	exchanges := 0
	for _, file := range pages(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := &player{t: t, file: file, lines: strings.Split(string(text), "\n")}
		synctest.Test(t, func(t *testing.T) {
			p.t = t
			p.play()
		})
		exchanges += p.exchanges
		if *update {
			if err := os.WriteFile(file, []byte(strings.Join(p.lines, "\n")), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if exchanges == 0 {
		t.Error("no page shows an exchange")
	}
	t.Logf("%d exchanges", exchanges)
}

// player plays the exchanges of one page.
type player struct {
	t         *testing.T
	file      string
	lines     []string
	exchanges int

	engine *bridge.Engine
	mu     sync.Mutex
	// came are the lines of the engine that were not compared yet.
	came []string
}

// play plays a page from the top down.
func (p *player) play() {
	defer p.stop()
	for i := 0; i < len(p.lines); i++ {
		switch strings.TrimSpace(p.lines[i]) {
		case "<!-- exchange -->":
			p.stop()
			p.start()
		case "<!-- exchange: continued -->":
			if p.engine == nil {
				p.bad(i, "there is no exchange to go on with")
				return
			}
		default:
			continue
		}
		p.exchanges++
		if i+1 >= len(p.lines) || p.lines[i+1] != "```text" {
			p.bad(i, "a block of text must follow")
			return
		}
		i = p.block(i + 2)
	}
}

func (p *player) bad(line int, format string, args ...any) {
	p.t.Errorf("%s:%d: %s", p.file, line+1, fmt.Sprintf(format, args...))
}

func (p *player) start() {
	p.engine = oam.New(func(lines []byte) error {
		p.mu.Lock()
		defer p.mu.Unlock()
		for line := range bytes.Lines(lines) {
			p.came = append(p.came, strings.TrimSuffix(string(line), "\n"))
		}
		return nil
	})
}

func (p *player) stop() {
	if p.engine != nil {
		p.engine.Close()
	}
	p.engine, p.came = nil, nil
}

// block plays the block whose first line is given, and returns its last line.
func (p *player) block(first int) int {
	sent := false
	i := first
	for i < len(p.lines) && p.lines[i] != "```" {
		text, next := p.message(i)
		arrow, message, _ := strings.Cut(text, " ")
		switch arrow {
		case "→":
			if !sent {
				next += p.nothingLeft(i)
			}
			p.engine.Receive([]byte(message))
			sent = true
		case "←":
			if sent {
				p.settle()
				sent = false
			}
			next = p.compare(i, next, message)
		default:
			p.bad(i, "the line begins neither with → nor with ←")
		}
		i = next
	}
	if sent {
		p.settle()
	}
	return i + p.nothingLeft(i)
}

// message joins the lines of the message that begins at line i, and returns the
// line behind it.
func (p *player) message(i int) (text string, next int) {
	text = p.lines[i]
	for i++; i < len(p.lines) && strings.HasPrefix(p.lines[i], " "); i++ {
		text += strings.TrimSpace(p.lines[i])
	}
	return text, i
}

// settle lets the engine do all that it can do in a few seconds.
func (p *player) settle() {
	<-time.After(5 * time.Second)
	synctest.Wait()
}

// compare compares the message in the lines from and up to to with the next
// one that came, and returns the line behind it.
func (p *player) compare(from, to int, want string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.came) == 0 {
		if *update {
			p.lines = slices.Delete(p.lines, from, to)
			return from
		}
		p.bad(from, "nothing came")
		return to
	}
	n := p.find(want)
	got := p.came[n]
	p.came = slices.Delete(p.came, n, n+1)
	switch {
	case matches(want, got):
	case *update:
		p.lines = slices.Replace(p.lines, from, to, shown(got)...)
		return from + len(shown(got))
	default:
		p.bad(from, "what came is\n← %s", got)
	}
	return to
}

// find returns the index of the message that is wanted, or of the one that came
// in its place. The order is promised for what one request causes; messages of
// other requests may come between.
func (p *player) find(want string) int {
	for i, came := range p.came {
		if matches(want, came) {
			return i
		}
		if request(came) == request(want) {
			return i
		}
	}
	return 0
}

// request returns the id of the request that a message belongs to.
func request(message string) string {
	for _, key := range []string{`"requestId":`, `"id":`} {
		if _, rest, ok := strings.Cut(message, key); ok {
			id, _, _ := strings.Cut(rest, ",")
			return id
		}
	}
	return ""
}

// nothingLeft reports messages that came and do not stand in front of a line.
// With -update it inserts them and returns how many lines that makes.
func (p *player) nothingLeft(line int) (inserted int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, came := range p.came {
		if *update {
			p.lines = slices.Insert(p.lines, line+inserted, shown(came)...)
			inserted += len(shown(came))
			continue
		}
		p.bad(line, "this came too:\n← %s", came)
	}
	p.came = nil
	return inserted
}

// matches compares a line with one in which … stands for any text.
func matches(want, got string) bool {
	parts := strings.Split(want, "…")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	ok, _ := regexp.MatchString("^"+strings.Join(parts, ".*?")+"$", got)
	return ok
}

// shown are the lines that show a message: with … for what differs each time,
// and broken where they would be too long.
func shown(line string) []string {
	for _, r := range [][2]string{
		{`call_[A-Za-z0-9]{24}`, `call_…`},
		{`"durationSeconds":[0-9.]+`, `"durationSeconds":…`},
		{`"createdAt":"[^"]*"`, `"createdAt":"…"`},
		{`"id":"[0-9A-Fa-f]{8}-[^"]*"`, `"id":"…"`},
	} {
		line = regexp.MustCompile(r[0]).ReplaceAllString(line, r[1])
	}
	return strings.Split("← "+wrap(line), "\n")
}

// wrap breaks a long message behind commas outside strings.
func wrap(message string) string {
	const width = 126
	var b strings.Builder
	begin, comma := 0, 0 // of the line; where it may end
	inString := false
	for i := range len(message) {
		switch c := message[i]; {
		case c == '"' && (i == 0 || message[i-1] != '\\'):
			inString = !inString
		case c == ',' && !inString:
			comma = i + 1
		}
		if i-begin >= width && comma > begin {
			b.WriteString(message[begin:comma] + "\n  ")
			begin = comma
		}
	}
	return b.String() + message[begin:]
}
