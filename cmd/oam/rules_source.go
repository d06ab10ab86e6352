package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packdir"
)

// maxInput is the size of the largest file that the commands read.
const maxInput = packdir.MaxBytes

// packSource is a pack as it was given: a folder, a release in a file, or one
// that is built in.
type packSource struct {
	// name is what the user typed; place is what goes in front of the names of
	// its files.
	name, place string
	bundle      *packdir.Bundle // nil for a pack that is built in
	release     ojson.Value
}

// readPack reads a folder or a file. The error is for the user; problems are
// those of the files.
func readPack(name string) (p packSource, problems []problem, err error) {
	p.name = name
	info, err := os.Stat(name)
	if err != nil {
		return p, nil, usageError{openError(name, err)}
	}
	var found []packdir.Problem
	if info.IsDir() {
		p.place = name
		p.bundle, found = packdir.Read(os.DirFS(name))
		if len(found) == 0 && p.bundle.Release.Len() == 0 {
			return p, nil, usageError{fmt.Errorf("%s: there is no pack in this folder", name)}
		}
	} else {
		data, err := readFile(name, nil)
		if err != nil {
			return p, nil, err
		}
		p.place = filepath.Dir(name)
		p.bundle, found = packdir.ReadFile(filepath.Base(name), data)
	}
	p.release = p.bundle.Release
	for _, f := range found {
		problems = append(problems, p.fromFolder(f))
	}
	return p, problems, nil
}

// at completes a place with the folder that the user named.
func (p *packSource) at(place packdir.Place) packdir.Place {
	if p.place != "" && p.place != "." {
		place.File = path.Join(filepath.ToSlash(p.place), place.File)
	}
	return place
}

// readFile reads a file that the user named, "-" for the input. The error is a
// usageError.
func readFile(name string, in io.Reader) ([]byte, error) {
	if name == "-" && in != nil {
		name = "standard input"
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, usageError{openError(name, err)}
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxInput+1))
	switch {
	case err != nil:
		return nil, usageError{openError(name, err)}
	case len(data) > maxInput:
		return nil, usageError{fmt.Errorf("%s: the file is larger than %d bytes", name, maxInput)}
	}
	return data, nil
}

// openError is why a file cannot be read, without the name of a system call.
func openError(name string, err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		err = e.Err
	} else if e := (*os.LinkError)(nil); errors.As(err, &e) {
		err = e.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// document is a JSON file that the user named, with places.
type document struct {
	name  string
	value ojson.Value
	// wrapped is the file as a member of an object; the reader of places takes
	// objects only.
	bundle *packdir.Bundle
}

// wrapper is the member of [document.bundle] that holds the file.
const wrapper = "file"

// readDocument reads a JSON file. An error of its text is a usageError with the
// place.
func readDocument(name string, in io.Reader) (*document, error) {
	data, err := readFile(name, in)
	if err != nil {
		return nil, err
	}
	return parseDocument(name, data)
}

func parseDocument(name string, data []byte) (*document, error) {
	d := &document{name: name}
	var err error
	if d.value, err = ojson.Parse(data); err != nil {
		if e := (*ojson.SyntaxError)(nil); errors.As(err, &e) {
			line, column := position(data, e.Offset)
			return nil, usageError{fmt.Errorf("%s:%d:%d: %s", shownName(name), line, column, e.Reason)}
		}
		return nil, usageError{fmt.Errorf("%s: %w", shownName(name), err)}
	}
	text := `{"` + wrapper + "\":\n" + strings.TrimPrefix(string(data), "\uFEFF") + "\n}"
	d.bundle, _ = packdir.ReadFile(path.Base(filepath.ToSlash(name))+".json", []byte(text))
	return d, nil
}

// position is the line and column of an offset.
func position(data []byte, offset int) (line, column int) {
	before := string(data[:min(offset, len(data))])
	line = strings.Count(before, "\n") + 1
	return line, len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1
}

func shownName(name string) string {
	if name == "-" {
		return "(standard input)"
	}
	return filepath.ToSlash(name)
}

// place is where the value at a JSON Pointer into the document is written.
func (d *document) place(pointer string) packdir.Place {
	p, _ := d.bundle.Locate("/" + wrapper + pointer)
	p.File = shownName(d.name)
	p.Line--
	if p.Line < 1 { // the file as a whole
		p = packdir.Place{File: p.File}
	}
	return p
}

// writeFile writes a file that the user named: whole, or not at all. A link is
// followed, and a device or a pipe is written to: neither is replaced by a file.
func writeFile(name string, data []byte) error {
	target := name
	if followed, err := filepath.EvalSymlinks(name); err == nil {
		target = followed
	}
	if info, err := os.Stat(target); err == nil && info.IsDir() {
		return usageError{fmt.Errorf("%s: a folder stands there", name)}
	} else if err == nil && !info.Mode().IsRegular() {
		return writeInto(name, target, data)
	}
	return replaceFile(name, target, data)
}

// writeInto writes to what is no file.
func writeInto(name, target string, data []byte) error {
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return usageError{openError(name, err)}
	}
	_, err = f.Write(data)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return openError(name, err)
	}
	return nil
}

// replaceFile writes beside the target and puts the whole in its place.
func replaceFile(name, target string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+".*")
	if err != nil {
		return usageError{openError(name, err)}
	}
	_, err = f.Write(data)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Chmod(f.Name(), modeOf(target))
	}
	if err == nil {
		err = os.Rename(f.Name(), target)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return openError(name, err)
	}
	return nil
}

// modeOf is the mode of the file that is replaced, or that of a new one.
func modeOf(name string) fs.FileMode {
	if info, err := os.Stat(name); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}

// output writes a result to the file that the user named, else to the output.
func output(s streams, name string, data []byte) error {
	if name == "" || name == "-" {
		_, err := s.out.Write(data)
		return err
	}
	return writeFile(name, data)
}
