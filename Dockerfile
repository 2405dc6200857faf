# Plotline alone: one static binary, no shell, no other files. `make image` builds the binary for
# Linux first and then this; docker-compose.yml puts a Neo4j beside it. There is no base image,
# so that nothing has to be pulled, and the builder need not be BuildKit.
#
# What is not in here, and who would miss it:
#   /tmp              nobody: SQLite keeps what is temporary in memory, files are replaced in their folder
#   time zones        nobody: they are in the binary
#   /etc/passwd       the audit log, which names who works by hand: USER stands in
#   CA certificates   a Neo4j by neo4j+s:// (Aura): mount the host's, see docs/operations.md
#   git               `import git`: run that outside

FROM scratch
# Scratch has neither mkdir nor chmod: `make image` makes data with the mode 0700, and media.
COPY --chown=65532:65532 bin/linux/folders/ /
# Not there? `make image` (or `make up`) builds it.
COPY bin/linux/plotline /usr/bin/plotline
ENV PLOTLINE_DATA_DIR=/data HOME=/data USER=plotline
USER 65532:65532
VOLUME /data
EXPOSE 7333
ENTRYPOINT ["/usr/bin/plotline"]
