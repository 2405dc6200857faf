package tools

// SameSeal returns a server that can open the state that another server has sealed.
func SameSeal(cfg Config, as *Server) *Server {
	s := New(cfg)
	s.asker = as.asker
	return s
}
