CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT NOT NULL, height REAL, doc, picture BLOB);
CREATE INDEX people_name ON people(name);
CREATE VIEW tall AS SELECT * FROM people WHERE height > 190;
CREATE TRIGGER people_insert AFTER INSERT ON people BEGIN SELECT new.id; END;
CREATE VIRTUAL TABLE search USING fts5(body);
SELECT l.schema, l.name, l.type, l.wr, c.name, c.type, c."notnull", c.pk, c.hidden
FROM pragma_table_list AS l LEFT JOIN pragma_table_xinfo AS c ON c.arg = l.name AND c.schema = l.schema
WHERE l.name NOT IN ('sqlite_schema', 'sqlite_temp_schema')
ORDER BY l.schema, l.name, c.cid;
SELECT type, name, tbl_name, sql FROM "main".sqlite_schema ORDER BY name;
SELECT page_count * page_size FROM pragma_page_count, pragma_page_size;
SELECT count(*) FROM "main"."people";
SELECT name, sum(pgsize) FROM dbstat('main') GROUP BY name;
INSERT INTO people VALUES (NULL, 'a name', 180.5, json_object('a', 1), x'00ff');
SELECT id, * FROM "main"."people";
SELECT name, count(*) FROM people WHERE height > 150 AND name LIKE 'a%' GROUP BY name ORDER BY 2 DESC LIMIT 10;
SELECT p.name, q.id FROM people AS p JOIN people AS q USING (name) ORDER BY 1;
EXPLAIN QUERY PLAN SELECT * FROM people ORDER BY height;
EXPLAIN SELECT * FROM people ORDER BY height;
BEGIN;
UPDATE people SET name = 'another name' WHERE id = 1;
DELETE FROM people WHERE id = 2;
ROLLBACK;
SELECT nosuch FROM people;
