package main

import (
	"bufio"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// asker asks questions on a terminal. One that is off answers nothing.
type asker struct {
	on   bool
	s    streams
	read *bufio.Scanner
}

func newAsker(s streams, on bool) *asker {
	return &asker{on: on, s: s, read: bufio.NewScanner(s.in)}
}

// line asks for a line; "" where nobody is asked.
func (a *asker) line(question string) (string, error) {
	if !a.on {
		return "", nil
	}
	fmt.Fprint(a.s.out, sheetview.Printable(question)+" ")
	if !a.read.Scan() {
		fmt.Fprintln(a.s.out)
		return "", errStopped
	}
	return strings.TrimSpace(a.read.Text()), nil
}

// yes asks for a yes; without one to ask it is one.
func (a *asker) yes(question string) (bool, error) {
	line, err := a.line(question + " [Y/n]")
	return err == nil && !strings.HasPrefix(strings.ToLower(line), "n"), err
}

// one asks for one of a list until it is one of them.
func (a *asker) one(question string, labels []string, fallback int) (int, error) {
	for {
		chosen, err := a.several(question, labels, 1, 1)
		if err != nil || len(chosen) == 1 {
			if len(chosen) == 1 {
				return chosen[0], nil
			}
			return fallback, err
		}
		if fallback >= 0 {
			return fallback, nil
		}
	}
}

// several asks for numbers of a list; nil where nobody is asked, and where the
// answer is empty: then what is recommended counts.
func (a *asker) several(question string, labels []string, least, most int) ([]int, error) {
	if !a.on {
		return nil, nil
	}
	for i, l := range labels {
		fmt.Fprintf(a.s.out, "  %d  %s\n", i+1, sheetview.Printable(l))
	}
	for {
		line, err := a.line(question)
		if err != nil || line == "" {
			return nil, err
		}
		var out []int
		good := true
		for _, word := range strings.Fields(strings.ReplaceAll(line, ",", " ")) {
			n, err := strconv.Atoi(word)
			if err != nil || n < 1 || n > len(labels) {
				good = false
				break
			}
			out = append(out, n-1)
		}
		if good && len(out) >= least && len(out) <= most {
			return out, nil
		}
		fmt.Fprintf(a.s.out, "Numbers from 1 to %d, %d to %d of them.\n", len(labels), least, most)
	}
}

// askParam asks for a parameter; given is false where its default will do.
func (g *game) askParam(id rules.ActionID, p ojson.Member) (v ojson.Value, given bool, err error) {
	name := g.hero.ParamName(id.ID, p.Key)
	options := member(p.Value, "options")
	if options.Kind() == ojson.KindArray {
		var ids, labels []string
		for _, o := range options.Items() {
			text, _ := o.AsString()
			ids, labels = append(ids, text), append(labels, text)
		}
		chosen, err := g.asks.several(name+":", labels, 1, 1)
		if err != nil || chosen == nil {
			return v, false, err
		}
		return ojson.String(ids[chosen[0]]), true, nil
	}
	hint := ""
	if d := member(p.Value, "default"); !d.IsNull() {
		hint = " [" + strings.Trim(d.String(), `"`) + "]"
	}
	line, err := g.asks.line(name + hint + ":")
	if err != nil || line == "" {
		return v, false, err
	}
	return paramValue(p.Value, line), true, nil
}

// askSituational asks which situational effects are on.
func (g *game) askSituational() ([]string, error) {
	var ids, labels []string
	for _, x := range member(g.sheet, "situational").Items() {
		id, _ := member(x, "id").AsString()
		ids, labels = append(ids, id), append(labels, g.hero.SituationalText(x))
	}
	if len(ids) == 0 {
		return nil, nil
	}
	chosen, err := g.asks.several("Which of these are so? (none with Enter)", labels, 0, len(labels))
	var on []string
	for _, i := range chosen {
		on = append(on, ids[i])
	}
	return on, err
}

// diceOf are dice by a seed: the one that was given, or one that nobody knows.
func diceOf(given *int64) (rules.Dice, int64) {
	if given != nil {
		return rules.SeededDice(*given), *given
	}
	var random [8]byte
	_, _ = rand.Read(random[:]) // it never fails
	seed := int64(binary.LittleEndian.Uint64(random[:]) >> 24)
	return rules.SeededDice(seed), seed
}
