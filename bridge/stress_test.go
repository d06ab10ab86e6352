package bridge_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// TestStress runs random conversations against a model of the protocol. The
// environment variable OAM_STRESS says how many (2000), OAM_STRESS_SHOW prints
// each plan before it runs, for failures that end the process.
//
// What is checked is in stress_check_test.go.
func TestStress(t *testing.T) {
	checks := "2000"
	if testing.Short() {
		checks = "30"
	}
	if n := os.Getenv("OAM_STRESS"); n != "" {
		checks = n
	}
	for name, value := range map[string]string{"rapid.checks": checks, "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		p := plans().Draw(rt, "plan")
		if os.Getenv("OAM_STRESS_SHOW") != "" {
			fmt.Fprintf(os.Stderr, "%+v\n", p)
		}
		var problems []string
		synctest.Test(t, func(t *testing.T) { problems = p.run(t) })
		if len(problems) > 0 {
			rt.Fatalf("%s", strings.Join(problems, "\n"))
		}
	})
}

// run is one conversation.
type run struct {
	*client
	plan *plan
	log  *stepLog
	// sent has one item for each operation that was sent.
	sent []sent
	// live has the incarnation of each session that exists, in the order of
	// arrival, which the client knows: it is the order in which it sends.
	live map[string]int
	// incarnations counts sessions that were created.
	incarnations int
	answers      sync.WaitGroup
}

// sent is an operation as it was sent.
type sent struct {
	op
	id string // "" for a notification
	// incarnation is that of the session which the operation is for, -1 when
	// there is none.
	incarnation int
	// refusal is the code that the request must get at arrival, 0 for none.
	refusal int
}

const stressTools = `{"name":"act","description":"Acts.","timeoutSeconds":1,"parameters":{"type":"object","properties":{"who":{"type":"string"},"op":{"type":"integer"},"round":{"type":"integer"},"k":{"type":"integer"},"mode":{"type":"string"},"ms":{"type":"integer"}}}}`

const stressMaxSessions = 2

// run holds the conversation and returns what was wrong with it.
func (p *plan) run(t *testing.T) []string {
	r := &run{plan: p, log: &stepLog{}, live: map[string]int{}}
	config := bridge.Config{
		MaxSessions: stressMaxSessions, MaxQueuedOperations: p.QueueCap,
		Models: map[string]bridge.ModelFactory{"planned": func(spec ojson.Value, _ string) (model.Model, error) {
			n, _ := at(spec, "incarnation").AsInt()
			return &planned{plan: p, incarnation: int(n), log: r.log}, nil
		}},
	}
	r.client = newClient(t, config, func(_ *client, m message) { r.heard(m) })
	for i, o := range p.Ops {
		pause(o.DelayMs)
		r.sent = append(r.sent, r.send(i, o))
	}
	switch p.End {
	case "close":
		r.engine.Close()
		r.answers.Wait()
		return r.check(false)
	case "shutdown":
		began := time.Now()
		r.must(`"end"`, "shutdown", "")
		if took := time.Since(began); took > 2*time.Second+time.Duration(100*p.SlowMs)*time.Millisecond {
			return []string{fmt.Sprintf("shutdown took %v", took)}
		}
		if m := r.call(`"after"`, "ping", ""); m.code() != bridge.CodeShutDown {
			return []string{"after shutdown: " + m.line}
		}
	default:
		for _, s := range r.sent {
			if s.id != "" {
				r.response(s.id)
			}
		}
		for session := range r.live {
			r.must(`"last `+session+`"`, "session/transcript", `{"session":"`+session+`"}`)
		}
		list := r.must(`"list"`, "session/list", "")
		if strings.Contains(list.String(), `"busy":true`) {
			return []string{"busy when all is answered: " + list.String()}
		}
	}
	r.flush()
	problems := r.check(true)
	r.answers.Wait()
	return problems
}

func pause(ms int) {
	if ms > 0 {
		<-time.After(time.Duration(ms) * time.Millisecond)
	}
}

// send sends operation i and notes what is known about it by then.
func (r *run) send(i int, o op) sent {
	s := sent{op: o, id: fmt.Sprint(i), incarnation: -1}
	if n, ok := r.live[o.Session]; ok {
		s.incarnation = n
	} else if o.Kind != "list" {
		s.refusal = bridge.CodeSessionNotFound
	}
	session, who := `"session":"`+o.Session+`"`, marker(i)
	params := ""
	switch o.Kind {
	case "create":
		switch {
		case s.refusal == 0:
			s.refusal = bridge.CodeSessionExists
		case len(r.live) == stressMaxSessions:
			s.refusal = bridge.CodeSessionLimit
		default:
			s.refusal, s.incarnation = 0, r.incarnations
			r.live[o.Session] = r.incarnations
			r.incarnations++
		}
		params = fmt.Sprintf(`,"instructions":"born %s","tools":[%s],"model":{"type":"planned","incarnation":%d}`, who, stressTools, s.incarnation)
	case "respond":
		params = fmt.Sprintf(`,"prompt":"prompt %s","stream":%v`, who, o.Stream)
		if o.Schema {
			params += `,"schema":` + answerSchema
		}
	case "setInstructions":
		params = `,"instructions":"told ` + who + `"`
	case "setContextNote":
		params = `,"note":"note ` + who + `"`
	case "setTools":
		params = `,"tools":[` + strings.Join([]string{stressTools, `{"name":"other","description":"Does nothing."}`}[:o.Tools], ",") + `]`
	case "compact":
		params = fmt.Sprintf(`,"keepRecentTurns":%d,"summaryInstructions":"summarize %s"`, o.Keep, who)
	case "delete":
		delete(r.live, o.Session)
	}
	if o.Kind == "cancel" && o.Note {
		s.id = ""
		r.client.send(`{"jsonrpc":"2.0","method":"session/cancel","params":{%s}}`, session)
		return s
	}
	r.request(s.id, "session/"+o.Kind, "{"+session+params+"}")
	return s
}

// heard answers tool calls as their arguments say.
func (r *run) heard(m message) {
	if m.method == "tool/call" {
		arguments := m.get("params.call.arguments")
		mode, _ := at(arguments, "mode").AsString()
		ms, _ := at(arguments, "ms").AsInt()
		k, _ := at(arguments, "k").AsInt()
		answer := func(format string) { r.answer(m.id, fmt.Sprintf(format, k)) }
		switch mode {
		case "now":
			answer(`{"output":{"k":%d}}`)
		case "late":
			r.answers.Go(func() {
				pause(int(ms))
				answer(`{"output":{"k":%d}}`)
			})
		case "twice":
			answer(`{"output":{"k":%d}}`)
			answer(`{"output":"second %d"}`)
		case "error":
			r.client.send(`{"jsonrpc":"2.0","id":%s,"error":{"code":-1,"message":"broken %d"}}`, m.id, k)
		}
	}
	pause(r.plan.SlowMs)
}
