-- A table, a trigger with semicolons of its own, and a row.
CREATE TABLE parts (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE log (what TEXT);

CREATE TRIGGER parts_inserted AFTER INSERT ON parts BEGIN
    INSERT INTO log VALUES ('inserted ' || new.name);
    INSERT INTO log VALUES ('done');
END;

INSERT INTO parts (name) VALUES ('bolt; "M3"');
