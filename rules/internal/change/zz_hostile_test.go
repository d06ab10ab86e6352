package change_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/open-actor-models/oam/rules/internal/change"
)

func rep(n int, f string) string {
	var l []string
	for i := range n {
		l = append(l, strings.ReplaceAll(f, "#", fmt.Sprint(i)))
	}
	return strings.Join(l, ",")
}

func TestZZ(t *testing.T) {
	g := newTable(t, game)
	big := `"inventory":{` + rep(8990, `"i#":{"item":"g:sword","state":{"charges":1}}`) + `}`
	picks := `"templates":[` + rep(500, `{"id":"t#","template":"g:human"}`) + `],"choices":{"g:adept/art":["g:tough"],` + rep(9000, `"x#/a":["p"]`) + `}`
	fx := `"effects":[` + rep(2000, `{"id":"a#","effect":"g:fireproof"}`) + `]`
	for name, c := range map[string][2]string{
		"add":    {big, rep(1000, `{"type":"addItem","item":"g:sword","state":{"charges":2}}`)},
		"adds":   {big, rep(1000, `{"type":"addItem","item":"g:sword"}`)},
		"equip":  {big, rep(1000, `{"type":"equip","copies":{"type":"g:gear"}}`)},
		"state":  {big, rep(1000, `{"type":"adjustState","entry":"i#","state":"charges","by":1}`)},
		"qty":    {big, rep(1000, `{"type":"adjustQuantity","entry":"i#","by":1}`)},
		"adjust": {big, rep(1000, `{"type":"adjust","field":"g:hp","by":-1}`)},
		"tmpl":   {picks, rep(500, `{"type":"removeTemplate","id":"t#"}`)},
		"unch":   {picks, rep(1000, `{"type":"unchoose","path":"x#/a","option":"p"}`)},
		"fx":     {fx, rep(1000, `{"type":"adjust","field":"g:hp","by":-1,"tags":["fire"]}`)},
		"fxp":    {fx, `{"type":"adjust","field":"g:hp","parts":[` + rep(100, `{"by":-1,"tags":["fire"]}`) + `]}`},
		"toggle": {fx, rep(1000, `{"type":"toggleEffect","applied":{}}`)},
		"removefx": {fx, `{"type":"removeEffect","applied":{}}`},
	} {
		h := hero(t, c[0])
		start := time.Now()
		_, errs := g.apply(t, h, "["+c[1]+"]", change.Options{})
		fmt.Println(name, time.Since(start), len(errs), fmt.Sprint(errs)[:min(150, len(fmt.Sprint(errs)))])
	}
}
