package packdir

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// resolve decides what a plain text on one line is. It follows the core schema
// of YAML 1.2, where only true, false, null and decimal numbers are no text.
// What is a number or a word to some readers of YAML and text to others is not
// decided but refused: what says "number", "number-range" or "spelling" then.
// Numbers never pass through a float.
func resolve(s string) (v ojson.Value, what string) {
	switch s {
	case "true":
		return ojson.Bool(true), ""
	case "false":
		return ojson.Bool(false), ""
	case "null":
		return ojson.Value{}, ""
	case "True", "TRUE", "False", "FALSE", "Null", "NULL", "~":
		return v, "spelling"
	}
	sign, body := "", s
	if c := s[0]; c == '-' || c == '+' {
		sign, body = strings.Trim(s[:1], "+"), s[1:]
	}
	switch strings.ToLower(body) {
	case ".inf", ".nan":
		return v, "number"
	}
	if body == "" || !isDigit(body[0]) && !(body[0] == '.' && len(body) > 1 && isDigit(body[1])) {
		return ojson.String(s), ""
	}
	if isOddNumber(body) {
		return v, "number"
	}
	if literal := jsonNumber(body); literal != "" {
		v, err := ojson.Parse([]byte(sign + literal))
		switch {
		case err != nil:
			return ojson.String(s), ""
		case !v.IsFinite():
			return v, "number-range"
		}
		return v, ""
	}
	return ojson.String(s), ""
}

// jsonNumber returns a decimal number as JSON writes it, "" when s is none. It
// starts with a digit or with a point and a digit.
func jsonNumber(s string) string {
	rest := strings.TrimLeft(s, "0123456789")
	whole, fraction := s[:len(s)-len(rest)], ""
	if strings.HasPrefix(rest, ".") {
		after := strings.TrimLeft(rest[1:], "0123456789")
		fraction, rest = rest[1:len(rest)-len(after)], after
	}
	if rest != "" {
		power := rest[1:]
		if power != "" && (power[0] == '-' || power[0] == '+') {
			power = power[1:]
		}
		if rest[0]|0x20 != 'e' || power == "" || strings.Trim(power, "0123456789") != "" {
			return ""
		}
	}
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return whole + rest
}

// isOddNumber reports whether s, which starts like a number, is one that
// readers of YAML disagree about: with a leading zero (octal to some), with
// underscores, or in another base.
func isOddNumber(s string) bool {
	if len(s) > 1 && s[0] == '0' {
		switch digits := strings.ReplaceAll(s[2:], "_", ""); s[1] | 0x20 {
		case 'x':
			return digits != "" && strings.Trim(digits, "0123456789abcdefABCDEF") == ""
		case 'o', 'b':
			return digits != "" && strings.Trim(digits, "0123456789") == ""
		}
	}
	if strings.Contains(s, "_") {
		return jsonNumber(strings.ReplaceAll(s, "_", "")) != ""
	}
	return len(s) > 1 && s[0] == '0' && isDigit(s[1]) && jsonNumber(s) != ""
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
