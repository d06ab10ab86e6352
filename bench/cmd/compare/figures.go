package main

import "slices"

// metric names one figure in samples and in the JSON report.
type metric string

const (
	pingsPerSecond     metric = "pingsPerSecond"
	pingMedian         metric = "pingMedianMicros"
	pingP99            metric = "pingP99Micros"
	toolCallsPerSecond metric = "toolCallsPerSecond"
	turnsPerSecond     metric = "turnsPerSecond"
	turnMedian         metric = "turnMedianMicros"
	turnP99            metric = "turnP99Micros"
	bytesPerSession    metric = "residentBytesPerSession"
)

// metrics is the order and the wording of the table. Less is better where
// lower is set.
var metrics = []struct {
	metric metric
	label  string
	unit   string
	lower  bool
}{
	{pingsPerSecond, "pings, pipelined", "/s", false},
	{pingMedian, "ping round trip, median", "µs", true},
	{pingP99, "ping round trip, p99", "µs", true},
	{toolCallsPerSecond, "MCP tool calls, pipelined", "/s", false},
	{turnsPerSecond, "turns with one tool round, pipelined", "/s", false},
	{turnMedian, "such a turn alone, median", "µs", true},
	{turnP99, "such a turn alone, p99", "µs", true},
	{bytesPerSession, "idle session, resident memory", "B", true},
}

// samples holds the figure of every round by metric and contestant.
type samples map[metric]map[string][]float64

func (s samples) add(m metric, contestant string, value float64) {
	if s[m] == nil {
		s[m] = map[string][]float64{}
	}
	s[m][contestant] = append(s[m][contestant], value)
}

// quantile returns the value at q of sorted values (nearest rank, the middle
// pair averaged for a median of an even number).
func quantile(sorted []float64, q float64) float64 {
	n := len(sorted)
	if q == 0.5 && n%2 == 0 {
		return (sorted[n/2-1] + sorted[n/2]) / 2
	}
	return sorted[min(n-1, int(q*float64(n)))]
}

// median, least and most of one figure over the rounds.
func spread(values []float64) (median, least, most float64) {
	sorted := slices.Sorted(slices.Values(values))
	return quantile(sorted, 0.5), sorted[0], sorted[len(sorted)-1]
}

// paired returns the median of a/b taken round by round: neighbours in time, so
// that a slow minute of the machine falls on both.
func paired(a, b []float64) (float64, bool) {
	n := min(len(a), len(b))
	if n == 0 {
		return 0, false
	}
	ratios := make([]float64, n)
	for i := range n {
		ratios[i] = a[i] / b[i]
	}
	median, _, _ := spread(ratios)
	return median, true
}
