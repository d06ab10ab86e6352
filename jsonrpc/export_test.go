package jsonrpc

// BufferSize returns the size of the buffer in bytes.
func (lr *LineReader) BufferSize() int { return len(lr.buf) }
