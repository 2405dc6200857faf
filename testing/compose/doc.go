// Package compose brings up docker-compose.yml for real: the image, Neo4j beside it, and what users
// do with them. Its script compose.sh finds Docker Compose, or builds it.
package compose
