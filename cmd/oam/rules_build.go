package main

// rulesBuildCommand bundles a folder into a release.
type rulesBuildCommand struct {
	Pack   string `arg:"" name:"packdir" help:"The pack folder."`
	Output string `short:"o" placeholder:"FILE" help:"Where to write the release; standard output by default."`
}

// Run writes the release as one line of JSON. Only the folder is checked: what
// the release says is for 'oam rules check'.
func (c *rulesBuildCommand) Run(s streams) error {
	p, problems, err := readPack(c.Pack)
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return refuse(s, false, problems)
	}
	return output(s, c.Output, append(p.release.Append(nil), '\n'))
}
