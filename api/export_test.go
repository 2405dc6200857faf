package api

import "net/http"

// Handler returns the handler of all paths.
func (s *Server) Handler() http.Handler { return s.echo }
