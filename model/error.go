package model

import "time"

// Code is a stable error code, the data.code of the protocol's section 8.
type Code string

// The codes of failed steps and turns.
const (
	Unavailable         Code = "model_unavailable"
	GuardrailViolation  Code = "guardrail_violation"
	Refusal             Code = "refusal"
	ContextSizeExceeded Code = "context_size_exceeded"
	RateLimited         Code = "rate_limited"
	UnsupportedLanguage Code = "unsupported_language"
	InvalidSchema       Code = "invalid_schema"
	ToolFailed          Code = "tool_failed"
	Cancelled           Code = "cancelled"
	Busy                Code = "busy"
	InvalidRequest      Code = "invalid_request"
	GenerationFailed    Code = "generation_failed"
)

// Codes returns all codes in the order of the protocol's table.
func Codes() []Code {
	return []Code{
		Unavailable, GuardrailViolation, Refusal, ContextSizeExceeded, RateLimited, UnsupportedLanguage,
		InvalidSchema, ToolFailed, Cancelled, Busy, InvalidRequest, GenerationFailed,
	}
}

// Error is the failure of a step or a turn.
type Error struct {
	Code    Code
	Message string
	// RetryAfter is when a rate limit ends; zero when unknown.
	RetryAfter time.Time
	// Err is the cause; it may be nil.
	Err error
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

func (e *Error) Unwrap() error { return e.Err }
