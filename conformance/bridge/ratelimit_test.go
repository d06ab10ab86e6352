package bridge_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/model"
)

// TestRateLimitTellsWhenToTryAgain is item 295: the seconds are rounded up and
// never negative, and both members are left out when nothing is known.
func TestRateLimitTellsWhenToTryAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it is the beginning of the year 2000
		limits := []time.Time{time.Now().Add(1200 * time.Millisecond), time.Now().Add(-time.Minute), {}}
		p := startExtended(extension{methods: map[string]bridge.Handler{
			"test/limit": func(*bridge.Request) (bridge.Reply, error) {
				at := limits[0]
				limits = limits[1:]
				return bridge.Reply{}, &model.Error{Code: model.RateLimited, Message: "Too fast.", RetryAfter: at}
			},
		}})
		defer p.close()
		for range 3 {
			p.say(`{"jsonrpc":"2.0","id":1,"method":"test/limit"}`)
		}
		p.hear(t,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"Too fast.","data":{"code":"rate_limited","retryAfter":{"$match":"^2000-01-01T00:00:01"},"retryAfterSeconds":2}}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"Too fast.","data":{"code":"rate_limited","retryAfter":"1999-12-31T23:59:00Z","retryAfterSeconds":0}}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"Too fast.","data":{"code":"rate_limited"}}}`)
	})
}
