package main

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/internal/sheetview"
)

// asker asks questions. One that is off asks nothing: every answer is empty.
type asker struct {
	on    bool
	s     streams
	style sheetview.Style
	read  *bufio.Scanner
	// echo writes what was read, where no terminal has shown it.
	echo bool
}

// maxLine is the longest line that is read.
const maxLine = 1 << 20

func newAsker(s streams, style sheetview.Style, on bool) *asker {
	a := &asker{on: on, s: s, style: style, read: bufio.NewScanner(s.in), echo: !isTerminal(s.in)}
	a.read.Buffer(nil, maxLine)
	return a
}

// line asks for a line; "" where nobody is asked. Where the input ends it is
// errStopped.
func (a *asker) line(question string) (string, error) {
	if !a.on {
		return "", nil
	}
	fmt.Fprint(a.s.out, a.style.Prompt(question))
	if !a.read.Scan() {
		fmt.Fprintln(a.s.out)
		return "", errStopped
	}
	text := strings.TrimSpace(a.read.Text())
	if a.echo {
		fmt.Fprintln(a.s.out, sheetview.Printable(text))
	}
	return text, nil
}

// wrong says that an answer is none; the question comes again.
func (a *asker) wrong(format string, args ...any) {
	fmt.Fprint(a.s.out, a.style.Trouble(fmt.Sprintf(format, args...)))
}

// yes asks for a yes or a no; where nobody is asked, and with Enter, it is a yes.
func (a *asker) yes(question string) (bool, error) {
	for {
		line, err := a.line(question + " [Y/n]")
		if err != nil {
			return false, err
		}
		switch strings.ToLower(line) {
		case "", "y", "yes":
			return true, nil
		case "n", "no":
			return false, nil
		}
		a.wrong("y or n.")
	}
}

// one asks for one of a list; fallback is the one that Enter takes, -1 for none.
func (a *asker) one(question string, items []sheetview.Item, fallback int) (int, error) {
	fmt.Fprint(a.s.out, a.style.Numbered(items))
	if fallback >= 0 {
		question += fmt.Sprintf(" [%d]", fallback+1)
	}
	for {
		chosen, err := a.numbers(question, items, 1, 1)
		switch {
		case err != nil:
			return -1, err
		case len(chosen) == 1:
			return chosen[0], nil
		case fallback >= 0:
			return fallback, nil
		}
		a.wrong("%s", howMany(items, 1, 1))
	}
}

// several asks for things of a list by their numbers; nil where the answer is
// empty.
func (a *asker) several(question string, items []sheetview.Item, least, most int) ([]int, error) {
	fmt.Fprint(a.s.out, a.style.Numbered(items))
	return a.numbers(question, items, least, most)
}

func (a *asker) numbers(question string, items []sheetview.Item, least, most int) ([]int, error) {
	for {
		line, err := a.line(question)
		if err != nil || line == "" {
			return nil, err
		}
		if out, ok := picked(line, len(openItems(items))); ok && len(out) >= least && len(out) <= most {
			return out, nil
		}
		a.wrong("%s", howMany(items, least, most))
	}
}

// picked reads numbers from 1 to n, each once.
func picked(line string, n int) (out []int, ok bool) {
	seen := map[int]bool{}
	for _, word := range wordsOf(line) {
		i, err := strconv.Atoi(word)
		if err != nil || i < 1 || i > n || seen[i] {
			return nil, false
		}
		seen[i] = true
		out = append(out, i-1)
	}
	return out, true
}

// wordsOf are the parts of a line between blanks and commas.
func wordsOf(line string) []string {
	return strings.Fields(strings.ReplaceAll(line, ",", " "))
}

func openItems(items []sheetview.Item) (out []sheetview.Item) {
	for _, i := range items {
		if !i.Off {
			out = append(out, i)
		}
	}
	return out
}

func howMany(items []sheetview.Item, least, most int) string {
	n := len(openItems(items))
	switch {
	case least == 1 && most == 1 || most == 1 && n == 1:
		return fmt.Sprintf("One number from 1 to %d.", n)
	case least == most:
		return fmt.Sprintf("%d different numbers from 1 to %d.", least, n)
	}
	return fmt.Sprintf("%d to %d different numbers from 1 to %d.", least, min(most, n), n)
}
