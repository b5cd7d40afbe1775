-- What the shell does in its first run, so that Java keeps the classes it takes: see ../../../../../sqlvm.
CREATE TABLE parts(id INTEGER PRIMARY KEY, name TEXT, price REAL, data BLOB);
CREATE INDEX parts_name ON parts(name);
INSERT INTO parts VALUES (1, 'bolt', 0.25, x'00ff'), (2, 'nut', 0.1, NULL), (3, 'größe', 1e300, x'');
SELECT * FROM parts;
SELECT name, price * 100 AS cents FROM parts WHERE name >= 'c' ORDER BY price DESC LIMIT 2;
SELECT count(*), sum(price), avg(price), min(name), max(name), group_concat(id) FROM parts;
SELECT length(name), upper(name), count(*) FROM parts GROUP BY 1, 2 HAVING count(*) > 0 ORDER BY 2;
SELECT a.name, b.name FROM parts a LEFT JOIN parts b ON b.id = a.id + 1 WHERE a.name LIKE '%t%';
SELECT DISTINCT typeof(data), coalesce(data, 'none'), CASE id WHEN 1 THEN 'one' ELSE 'more' END FROM parts;
EXPLAIN QUERY PLAN SELECT * FROM parts WHERE name = 'nut';
.headers on
.mode box
SELECT * FROM parts;
.mode column
SELECT * FROM parts;
.mode csv
SELECT * FROM parts;
.mode json
SELECT * FROM parts;
.mode quote
SELECT * FROM parts;
.mode line
SELECT * FROM parts;
.tables
.schema
SELECT nothing;
