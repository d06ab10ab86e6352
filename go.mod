module github.com/open-actor-models/oam

go 1.26.8
