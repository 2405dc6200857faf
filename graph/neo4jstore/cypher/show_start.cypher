// When the server was started that answers. SHOW DATABASES has another time, which a killed server keeps.
// No parameters.
// Columns: started, in milliseconds.
CYPHER 5
CALL dbms.queryJmx('java.lang:type=Runtime') YIELD attributes
RETURN attributes.StartTime.value AS started
