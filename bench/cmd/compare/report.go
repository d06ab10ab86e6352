package main

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"
)

// report is what a run found out; its JSON form is what -json prints.
type report struct {
	Machine  machine           `json:"machine"`
	Rounds   int               `json:"rounds"`
	Sizes    sizes             `json:"sizes"`
	Versions map[string]string `json:"versions"`
	Figures  []figure          `json:"figures"`
	Ratios   []ratio           `json:"ratios"`
}

type machine struct {
	GoVersion  string `json:"goVersion"`
	OS         string `json:"os"`
	Arch       string `json:"arch"`
	GOMAXPROCS int    `json:"gomaxprocs"`
}

// figure is one cell of the table. The two ratios say how many times as good
// (as fast, or as small) one is as the other, whatever the unit: above 1 is
// better. They are absent where the other side has no such figure.
type figure struct {
	Metric     metric    `json:"metric"`
	Contestant string    `json:"contestant"`
	Unit       string    `json:"unit"`
	Median     float64   `json:"median"`
	Least      float64   `json:"least"`
	Most       float64   `json:"most"`
	Rounds     []float64 `json:"rounds"`
	OfFloor    *float64  `json:"ofFloor,omitempty"`
	OAMOfThis  *float64  `json:"oamOfThis,omitempty"`

	label string
}

// ratio compares two figures of different kinds.
type ratio struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`

	label string
}

func newReport(chosen []contestant, taken samples, o options) report {
	r := report{
		Machine:  machine{runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0)},
		Rounds:   o.rounds,
		Sizes:    o.sizes,
		Versions: map[string]string{},
		Figures:  []figure{},
		Ratios:   []ratio{},
	}
	for _, c := range chosen {
		if c.version != "" {
			r.Versions[c.name] = c.version
		}
	}
	for _, m := range metrics {
		better := func(this, other string) *float64 {
			a, b := taken[m.metric][this], taken[m.metric][other]
			if m.lower {
				a, b = b, a
			}
			if value, ok := paired(a, b); ok && this != other {
				return &value
			}
			return nil
		}
		for _, c := range chosen {
			values := taken[m.metric][c.name]
			if len(values) == 0 {
				continue
			}
			f := figure{Metric: m.metric, Contestant: c.name, Unit: m.unit, Rounds: values, label: m.label}
			f.Median, f.Least, f.Most = spread(values)
			f.OfFloor = better(c.name, "echo")
			f.OAMOfThis = better("oam", c.name)
			r.Figures = append(r.Figures, f)
		}
	}
	r.addRatio("turnInOwnPings", "one OAM turn alone, in OAM's own ping round trips",
		taken[turnMedian]["oam"], taken[pingMedian]["oam"])
	r.addRatio("turnInFloorRoundTrips", "one OAM turn alone, in round trips of the floor (a turn makes two)",
		taken[turnMedian]["oam"], taken[pingMedian]["echo"])
	r.addRatio("turnsPerToolCall", "OAM turns per go-sdk tool call, both pipelined (a turn is two requests, a tool call is one)",
		taken[turnsPerSecond]["oam"], taken[toolCallsPerSecond]["go-sdk"])
	return r
}

func (r *report) addRatio(name, label string, a, b []float64) {
	if value, ok := paired(a, b); ok {
		r.Ratios = append(r.Ratios, ratio{name, value, label})
	}
}

func (r report) writeTable(w io.Writer) error {
	fmt.Fprintf(w, "%s %s/%s, GOMAXPROCS %d, median of %d rounds", r.Machine.GoVersion, r.Machine.OS, r.Machine.Arch, r.Machine.GOMAXPROCS, r.Rounds)
	for _, c := range contestants() {
		if version := r.Versions[c.name]; version != "" {
			fmt.Fprintf(w, ", %s %s", c.name, version)
		}
	}
	fmt.Fprint(w, "\n\n")
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "what\twho\tmedian\tleast … most\tof the floor\toam is\t")
	last := ""
	for _, f := range r.Figures {
		label := f.label
		if label == last {
			label = ""
		}
		last = f.label
		fmt.Fprintf(tw, "%s\t%s\t%s %s\t%s … %s\t%s\t%s\t\n", label, f.Contestant,
			number(f.Median), f.Unit, number(f.Least), number(f.Most), times(f.OfFloor), times(f.OAMOfThis))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, x := range r.Ratios {
		fmt.Fprintf(w, "%s: %.2f\n", x.label, x.Value)
	}
	return nil
}

func times(value *float64) string {
	if value == nil {
		return "-"
	}
	if *value < 0.1 { // two digits that count, for what is far from the floor
		return fmt.Sprintf("%.2g×", *value)
	}
	return fmt.Sprintf("%.2f×", *value)
}

// number prints a figure with three digits or more and commas between thousands.
func number(value float64) string {
	if math.Abs(value) < 100 {
		return strconv.FormatFloat(value, 'f', 1, 64)
	}
	digits := strconv.FormatFloat(math.Round(value), 'f', 0, 64)
	var b strings.Builder
	for i, digit := range digits {
		if i > 0 && digit != '-' && digits[i-1] != '-' && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	return b.String()
}
