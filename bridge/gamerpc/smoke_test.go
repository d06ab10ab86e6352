package gamerpc_test

import (
	"testing"

	"github.com/open-actor-models/oam/bridge/gamerpc"
)

func TestSmoke(t *testing.T) {
	c := newWorldClient(t, gamerpc.Options{})
	c.talk("world/create", `{"world":"village","state":{"player":{"gold":60}}}`, `{"world":"village","version":0}`)
	c.talk("world/subscribe", `{"world":"village","path":"player"}`, `{"subscription":"sub1","world":"village","path":"player"}`)
	c.talk("world/set", `{"world":"village","path":"/player/gold","value":45}`,
		`changed {"world":"village","subscription":"sub1","path":"player.gold","oldValue":60,"newValue":45}`,
		`{"world":"village","path":"/player/gold","version":1}`)
	c.talk("world/get", `{"world":"village","path":"player.gold"}`, `{"world":"village","path":"player.gold","value":45,"exists":true,"version":1}`)
	c.talk("world/get", `{"world":"x"}`, `error {"code":-32052,"data":{"code":"world_not_found","world":"x"}}`)
}
