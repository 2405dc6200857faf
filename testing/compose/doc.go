// Package compose tests docker-compose.yml: it starts the image with Neo4j and performs the documented
// steps. `make test-all` runs it. Its script compose.sh finds or builds Docker Compose.
package compose
