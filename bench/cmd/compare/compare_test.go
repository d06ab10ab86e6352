package main

import (
	"bytes"
	"testing"
)

func TestClassify(t *testing.T) {
	for _, test := range []struct {
		line string
		kind kind
		id   string
	}{
		{`{"jsonrpc":"2.0","id":"t-1","method":"tool/call","params":{}}`, toolCallRequest, `"t-1"`},
		{`{"jsonrpc":"2.0","id":7,"result":{"text":"ok"}}`, resultResponse, `7`},
		{`{"id": 7, "result": {}, "jsonrpc": "2.0"}`, resultResponse, `7`},
		{`{"method":"tool/call","id":"t-2","jsonrpc":"2.0"}`, toolCallRequest, `"t-2"`},
		{`{"jsonrpc":"2.0","id":7,"error":{"code":-32010}}`, otherLine, `7`},
		{`{"jsonrpc":"2.0","method":"session/event","params":{"result":1}}`, otherLine, ``},
		{`no JSON`, otherLine, ``},
	} {
		kind, id := classify([]byte(test.line))
		if kind != test.kind || string(id) != test.id {
			t.Errorf("classify(%s) = %v, %s; want %v, %s", test.line, kind, id, test.kind, test.id)
		}
	}
}

func TestQuantile(t *testing.T) {
	for _, test := range []struct {
		sorted []float64
		q      float64
		want   float64
	}{
		{[]float64{5}, 0.5, 5},
		{[]float64{5}, 0.99, 5},
		{[]float64{1, 2, 3}, 0.5, 2},
		{[]float64{1, 2, 3, 4}, 0.5, 2.5},
		{[]float64{1, 2, 3, 4}, 0.99, 4},
	} {
		if got := quantile(test.sorted, test.q); got != test.want {
			t.Errorf("quantile(%v, %v) = %v, want %v", test.sorted, test.q, got, test.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for value, want := range map[float64]string{
		4.25: "4.2", 99.9: "99.9", 134: "134", 999.7: "1,000", 12000: "12,000", 1234567: "1,234,567", -123456: "-123,456",
	} {
		if got := number(value); got != want {
			t.Errorf("number(%v) = %s, want %s", value, got, want)
		}
	}
}

// A faster peer must read below 1 in both directions of better.
func TestReportRatios(t *testing.T) {
	taken := samples{}
	for range 3 {
		taken.add(pingsPerSecond, "oam", 50)
		taken.add(pingsPerSecond, "echo", 100)
		taken.add(pingMedian, "oam", 20)
		taken.add(pingMedian, "echo", 10)
		taken.add(turnMedian, "oam", 60)
	}
	r := newReport(contestants(), taken, options{rounds: 3})
	for _, f := range r.Figures {
		if f.Contestant == "oam" && f.Metric != turnMedian && *f.OfFloor != 0.5 {
			t.Errorf("%s of the floor: %v, want 0.5", f.Metric, *f.OfFloor)
		}
		if f.Contestant == "echo" && *f.OAMOfThis != 0.5 {
			t.Errorf("%s: oam of echo %v, want 0.5", f.Metric, *f.OAMOfThis)
		}
	}
	if len(r.Ratios) != 2 || r.Ratios[0].Value != 3 || r.Ratios[1].Value != 6 {
		t.Errorf("ratios %+v, want a turn of 3 own and 6 floor round trips", r.Ratios)
	}
	var out bytes.Buffer
	if err := r.writeTable(&out); err != nil {
		t.Fatal(err)
	}
}
