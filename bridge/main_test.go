package bridge_test

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain fails the run when a test leaves a goroutine behind: an engine that
// was closed has none.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
