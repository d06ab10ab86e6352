package main

type demoCommand struct{}

func (demoCommand) Run(s streams) error { return nil }
