package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/alecthomas/kong"
)

// seconds is a flag that takes a number of seconds, as the protocol does, or a
// Go duration.
type seconds time.Duration

const longestTimeout = 86400 * time.Second

// Decode reads the flag.
func (s *seconds) Decode(c *kong.DecodeContext) error {
	var text string
	if err := c.Scan.PopValueInto("time", &text); err != nil {
		return err
	}
	d, err := parseSeconds(text)
	*s = seconds(d)
	return err
}

func parseSeconds(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if n, notNumber := strconv.ParseFloat(text, 64); notNumber == nil {
		err = nil
		// The comparison also keeps out what is not a number at all.
		if d = -1; n >= 0 && n <= longestTimeout.Seconds() {
			d = time.Duration(n * float64(time.Second))
			if d == 0 && n > 0 {
				d = 1
			}
		}
	}
	if err != nil || d < 0 || d > longestTimeout {
		return 0, fmt.Errorf("must be from 0 to 86400 seconds, such as 90, 1.5 or 1m30s, not %q", text)
	}
	return d, nil
}
