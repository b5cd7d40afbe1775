-- The database of journeys.py: names that would be markup, keys of all kinds, values of all types.
CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT NOT NULL, born TEXT, height REAL, doc, pic BLOB);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
INSERT INTO people
SELECT i, 'name ' || i, date('1950-01-01', i || ' days'), 150 + i % 50 + 0.5,
    json_object('a', i, 'b', json_array(1, 2)), x'89504e47' FROM n;
CREATE INDEX people_name ON people(name);
CREATE VIEW tall AS SELECT * FROM people WHERE height > 190;
CREATE TABLE "odd <b>name</b>"("x<script>alert(1)</script>" TEXT);
INSERT INTO "odd <b>name</b>" VALUES ('<img src=x onerror=alert(1)>');
CREATE TABLE keyed(a TEXT PRIMARY KEY, b) WITHOUT ROWID;
INSERT INTO keyed VALUES ('k1', 9007199254740993), ('k2', NULL);
CREATE TRIGGER keyed_insert AFTER INSERT ON keyed BEGIN
    SELECT CASE WHEN 1 THEN 2 END;
END;
CREATE VIRTUAL TABLE search USING fts5(body);
INSERT INTO search VALUES ('hello world');
