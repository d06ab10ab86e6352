package dice_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
)

// The cases of BCDice, dice rollers for several hundred games: each is a command,
// the faces that fell, and the text that it answered. A file of
// testdata/bcdice/games says what a game's commands roll, as a pack would write
// it, and what the parts of the text mean; a case agrees when every outcome and
// every number of the text are ours, and every face was asked for with its sides.

var update = flag.Bool("update", false, "write testdata/bcdice/cases anew")

const bcdice = "testdata/bcdice"

func read(t testing.TB, path string) ojson.Value {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	v, err := ojson.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return v
}

func text(v ojson.Value, key string) string {
	m, _ := v.Get(key)
	s, _ := m.AsString()
	return s
}

func list(v ojson.Value, key string) []ojson.Value {
	m, _ := v.Get(key)
	return m.Items()
}

func games(t testing.TB) []string {
	t.Helper()
	paths, _ := filepath.Glob(bcdice + "/games/*.json")
	if len(paths) < 12 {
		t.Fatalf("%d games", len(paths))
	}
	return paths
}

func TestBCDice(t *testing.T) {
	for _, path := range games(t) {
		game := read(t, path)
		t.Run(strings.TrimSuffix(filepath.Base(path), ".json"), func(t *testing.T) {
			listed := map[string]bool{}
			for _, d := range list(game, "disagree") {
				if text(d, "why") == "" {
					t.Errorf("%s has no reason", text(d, "output"))
				}
				listed[text(d, "output")] = true
			}
			agree := int64(0)
			for _, c := range read(t, bcdice+"/cases/"+filepath.Base(path)).Items() {
				err := agrees(t, game, c)
				switch {
				case err == nil && listed[text(c, "output")]:
					t.Errorf("%s agrees, though it is listed", text(c, "output"))
				case err == nil:
					agree++
				case !listed[text(c, "output")]:
					t.Errorf("%s ＞ %s: %v", text(c, "input"), text(c, "output"), err)
				}
			}
			want, _ := game.Get("agree")
			if n, _ := want.AsInt(); n != agree {
				t.Errorf("%d agree, want %d", agree, n)
			}
		})
	}
}

// agrees plays one case.
func agrees(t testing.TB, game, c ojson.Value) error {
	input := strings.ToUpper(strings.Fields(text(c, "input"))[0])
	for _, command := range list(game, "commands") {
		in := regexp.MustCompile("^(?:" + text(command, "input") + ")$")
		match := in.FindStringSubmatch(input)
		if match == nil {
			continue
		}
		vars := map[string]int64{}
		defaults, _ := command.Get("defaults")
		for _, m := range defaults.Members() {
			vars["param."+m.Key], _ = m.Value.AsInt()
		}
		if err := groups(vars, in, match); err != nil {
			return err
		}
		return agreesWith(t, game, command, c, vars)
	}
	return errors.New("no such command")
}

// groups reads the named groups of a command: param.x is the number, 1 for any
// other text, and param.xGiven whether it is there.
func groups(vars map[string]int64, in *regexp.Regexp, match []string) error {
	for i, name := range in.SubexpNames() {
		if name == "" {
			continue
		}
		// The same name with a digit is another way to write it.
		name = strings.TrimRight(name, "0123456789")
		given := "param." + name + "Given"
		if vars[given] += 0; match[i] == "" {
			if _, has := vars["param."+name]; !has {
				vars["param."+name] = 0
			}
			continue
		}
		vars[given] = 1
		// Some commands are sums.
		sum, n := int64(0), 0
		for _, part := range regexp.MustCompile(`[+-]?\d+`).FindAllString(match[i], -1) {
			x, err := strconv.ParseInt(part, 10, 64)
			if err != nil {
				return err
			}
			sum, n = sum+x, n+1
		}
		if n == 0 {
			sum = 1
		}
		vars["param."+name] = sum
	}
	return nil
}

func agreesWith(t testing.TB, game, command, c ojson.Value, vars map[string]int64) error {
	out := regexp.MustCompile("^(?s:" + text(command, "output") + ")$")
	match := out.FindStringSubmatch(text(c, "output"))
	if match == nil {
		return errors.New("the text has another form")
	}
	said := map[string]string{}
	for i, name := range out.SubexpNames() {
		if name != "" && match[i] != "" {
			said[name] = match[i]
		}
	}
	diceOfRules, _ := game.Get("dice")
	d := data{t, diceOfRules, vars}
	rolls, _ := game.Get("rolls")
	roll, ok := rolls.Get(text(command, "roll"))
	if !ok {
		t.Fatalf("no roll %s", text(command, "roll"))
	}
	step := d.step(ojson.Object(ojson.Field("roll", roll)))
	result, err := given(step.roll, c, text(command, "order"))
	if err != nil {
		return err
	}
	d.vars = known(d, command, step, result)
	if err := outcomes(d, game, command, step, result, said); err != nil {
		return err
	}
	numbers, _ := command.Get("numbers")
	for _, m := range numbers.Members() {
		want, there := said[m.Key]
		if !there {
			continue
		}
		delete(said, m.Key)
		n, err := strconv.ParseInt(want, 10, 64)
		if err != nil {
			return err
		}
		if got := d.number(m.Value); got != n {
			return fmt.Errorf("%s is %d, not %d", m.Key, got, n)
		}
	}
	if len(said) > 0 {
		t.Fatalf("%s: nothing says what %v is", text(c, "input"), said)
	}
	return nil
}

// given rolls the faces of a case.
func given(r dice.Roll, c ojson.Value, order string) (*dice.Result, error) {
	var fell [][2]int64
	for _, pair := range list(c, "dice") {
		sides, _ := pair.Items()[0].AsInt()
		face, _ := pair.Items()[1].AsInt()
		fell = append(fell, [2]int64{sides, face})
	}
	if n := len(fell); order == "units last" && n > 0 {
		fell = append([][2]int64{fell[n-1]}, fell[:n-1]...)
	}
	x, problem := r.Begin(dice.Limits{})
	if problem != nil {
		return nil, fmt.Errorf("%+v", *problem)
	}
	for len(x.Need()) > 0 {
		if len(fell) == 0 {
			return nil, fmt.Errorf("wants more dice: %v", x.Need())
		}
		if sides := x.Need()[0].Sides; sides != fell[0][0] {
			return nil, fmt.Errorf("wants a d%d, not a d%d", sides, fell[0][0])
		}
		if problem := x.Give([]int64{fell[0][1]}); problem != nil {
			return nil, fmt.Errorf("%+v", *problem)
		}
		fell = fell[1:]
	}
	if len(fell) > 0 && order != "may be left" {
		return nil, fmt.Errorf("%v are left", fell)
	}
	return x.Result(), nil
}

// known adds the facts of a roll to what formulas may ask. counts are {on}, of one
// term with {term}; or {again}: how many dice a reroll may choose.
func known(d data, command ojson.Value, s step, r *dice.Result) map[string]int64 {
	vars := map[string]int64{}
	for name, n := range d.vars {
		vars[name] = n
	}
	total := s.target.Total(r.Sum)
	natural, _ := r.Natural()
	for name, n := range map[string]int64{"total": total, "sum": r.Sum, "natural": natural, "highest": r.Highest, "lowest": r.Lowest,
		"matches": r.Matches, "successes": r.Successes, "margin": total - s.target.Against} {
		vars["roll."+name] = n
	}
	counts, _ := command.Get("counts")
	for _, m := range counts.Members() {
		n := int64(0)
		if again, ok := m.Value.Get("again"); ok {
			only := d.test(again)
			for _, chosen := range r.Choose(&only, -1, -1) {
				if chosen {
					n++
				}
			}
		} else {
			on, _ := m.Value.Get("on")
			test, term := d.test(on), d.or(m.Value, "term", -1)
			if n = r.Count(&test); term >= 0 {
				n = 0
				for _, die := range r.Dice {
					if die.Kept && int64(die.Term) == term && test.Meets(die.Value, die.Name) {
						n++
					}
				}
			}
		}
		vars["count."+m.Key] = n
	}
	return vars
}

// outcomes compares the words of the text with bands.
func outcomes(d data, game, command ojson.Value, s step, r *dice.Result, said map[string]string) error {
	sets, _ := game.Get("bands")
	which, _ := command.Get("outcomes")
	for _, m := range which.Members() {
		set, ok := sets.Get(text(m.Value, "bands"))
		if !ok {
			d.t.Fatalf("no bands %s", text(m.Value, "bands"))
		}
		bands := d.step(set.With("roll", ojson.Object(ojson.Field("dice", ojson.String("0"))))).bands
		words, _ := m.Value.Get("words")
		id := text(words, said[m.Key])
		if id == "" {
			return fmt.Errorf("%s: %q is no word for a band", m.Key, said[m.Key])
		}
		delete(said, m.Key)
		got := band(&bands, r, s.target)
		if got != id {
			return fmt.Errorf("%s is %s, not %s", m.Key, got, id)
		}
		possible, _, _ := bands.Possible(s.roll, s.target)
		at := slices.IndexFunc(bands.List, func(b dice.Band) bool { return b.ID == got })
		if !possible[at] {
			return fmt.Errorf("%s %s was not foreseen", m.Key, got)
		}
	}
	return nil
}

// The extract is what the package says: BCDICE names its test_data.json, and
// -update writes the extract anew. See testdata/bcdice/README.md.
func TestBCDiceExtract(t *testing.T) {
	source := os.Getenv("BCDICE")
	if source == "" {
		t.Skip("BCDICE names no test_data.json")
	}
	all := read(t, source)
	for _, path := range games(t) {
		name := filepath.Base(path)
		game := read(t, path)
		extract, left := "", map[string]int64{}
		system, _ := all.Get(strings.TrimSuffix(name, ".json"))
		for _, c := range list(system, "test") {
			if why := leftOut(game, c); why != "" {
				left[why]++
				continue
			}
			var pairs []ojson.Value
			for _, die := range list(c, "rands") {
				sides, _ := die.Get("sides")
				face, _ := die.Get("value")
				if n, _ := face.AsInt(); n == 0 {
					face = sides // some cases write the 10 of a d10 as 0
				}
				pairs = append(pairs, ojson.Array(sides, face))
			}
			in, _ := c.Get("input")
			out, _ := c.Get("output")
			line := ojson.Object(ojson.Field("input", in), ojson.Field("output", out), ojson.Field("dice", ojson.Array(pairs...)))
			extract += ",\n" + line.String()
		}
		extract = "[" + strings.TrimPrefix(extract, ",") + "\n]\n"
		for _, l := range list(game, "leftOut") {
			n, _ := l.Get("count")
			if want, _ := n.AsInt(); want != left[text(l, "why")] {
				t.Errorf("%s: %d are left out as %s, want %d", name, left[text(l, "why")], text(l, "why"), want)
			}
		}
		target := bcdice + "/cases/" + name
		if *update {
			if err := os.WriteFile(target, []byte(extract), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if have, _ := os.ReadFile(target); string(have) != extract {
			t.Errorf("%s is not what the package says", target)
		}
	}
}

// leftOut says why a case is none of ours, "" for one that is.
func leftOut(game, c ojson.Value) string {
	for _, l := range list(game, "leftOut") {
		if regexp.MustCompile("^(?:" + text(l, "input") + ")$").MatchString(strings.ToUpper(text(c, "input"))) {
			return text(l, "why")
		}
	}
	return ""
}
