package bridge_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

// patience is the time that one case may take.
const patience = 20 * time.Second

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestInProcess plays every case against an engine in this process. Each runs
// in a bubble of its own, where time passes only when nothing else happens: a
// line that never comes is noticed at once, and so is a goroutine that is left
// when the engine is closed.
func TestInProcess(t *testing.T) {
	for _, c := range readCases(t) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				defer cancel()
				p := startInProcess(t, c.config)
				defer p.close()
				if err := play(ctx, c, p); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// TestExecutable plays every case against the built command, once from Go and
// once with the Python script that a reader without Go would use.
func TestExecutable(t *testing.T) {
	executable := buildExecutable(t)
	cases := readCases(t)
	t.Run("stdio", func(t *testing.T) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				err := playProcess(t, executable, c)
				for range 2 {
					if err == nil || !c.timed {
						break
					}
					// A busy machine can be late by more than any delay. In process,
					// where time is simulated, there is no second try.
					t.Logf("once more, since it depends on time: %v", err)
					err = playProcess(t, executable, c)
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
	})
	t.Run("replay.py", func(t *testing.T) {
		replay(t, executable, cases)
	})
}

// playProcess plays a case against a new process.
func playProcess(t *testing.T, executable string, c *conversation) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	p := startProcess(ctx, t, executable, c.config)
	defer p.close()
	if err := play(ctx, c, p); err != nil {
		return fmt.Errorf("%w\nstderr:   %s", err, p.stderr.Bytes())
	}
	return nil
}
