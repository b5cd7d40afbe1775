-- What the shell does in its first run, so that Java keeps the classes it takes, and what it has
-- learned of the code that scans large tables: see ../../../../../sqlvm.
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
.mode list
-- Pages are read again, as those of a file that is new to the process.
PRAGMA cache_size = 50;
CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INTEGER, status TEXT, total REAL, day TEXT, remark TEXT);
CREATE TABLE items(orderid INTEGER, part INTEGER, line INTEGER, quantity INTEGER, price REAL, discount REAL, flag TEXT, shipped TEXT, received TEXT, mode TEXT, remark TEXT, PRIMARY KEY (orderid, line));
CREATE INDEX items_part ON items(part);
INSERT INTO orders SELECT value * 4, value * 7919 % 3001, substr('OFP', value % 3 + 1, 1), value * 31 % 100000 / 100.0, date('1992-01-01', (value * 37 % 2400) || ' days'), 'order number ' || (value * 7919 % 100003) || ' of many' FROM generate_series(1, 40000);
INSERT INTO items SELECT (value / 4 + 1) * 4, value * 7907 % 20011, value % 4, value % 50 + 1, value * 37 % 1000000 / 100.0, value % 11 / 100.0, substr('ANR', value % 3 + 1, 1), date('1992-01-01', (value * 37 % 2400) || ' days'), date('1992-01-01', (value * 37 % 2400 + value % 20) || ' days'), substr('AIR MAILSHIPRAIL', value % 4 * 4 + 1, 4), 'item ' || (value * 7919 % 100003) FROM generate_series(1, 160000);
SELECT flag, mode, sum(quantity), sum(price), sum(price * (1 - discount)), sum(price * (1 - discount) * 1.1), avg(discount), count(*) FROM items WHERE shipped <= '1998-09-01' GROUP BY flag, mode ORDER BY flag, mode;
SELECT sum(price * discount) FROM items WHERE shipped >= '1994-01-01' AND shipped < '1995-01-01' AND discount BETWEEN 0.05 AND 0.07 AND quantity < 24;
SELECT i.orderid, sum(i.price * (1 - i.discount)) AS revenue, o.day FROM orders o, items i WHERE i.orderid = o.id AND o.day < '1995-03-15' AND i.shipped > '1995-03-15' GROUP BY i.orderid, o.day ORDER BY revenue DESC LIMIT 3;
SELECT i.mode, sum(CASE WHEN o.status = 'F' OR o.status = 'P' THEN 1 ELSE 0 END) FROM orders o, items i WHERE i.orderid = o.id AND i.mode IN ('AIR ', 'RAIL') AND i.received > i.shipped AND i.received >= '1994-01-01' AND i.received < '1995-01-01' GROUP BY i.mode ORDER BY i.mode;
SELECT strftime('%Y', o.day) AS y, o.status, sum(i.quantity), count(DISTINCT i.part) FROM orders o, items i WHERE i.orderid = o.id AND o.remark LIKE '%number%7%' GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 3;
SELECT customer, count(*) FROM orders o WHERE EXISTS (SELECT * FROM items i WHERE i.orderid = o.id AND i.quantity > 45) AND remark NOT LIKE '%number%77%many%' GROUP BY customer ORDER BY 2 DESC, 1 LIMIT 3;
SELECT o.status, count(*), max(o.total) FROM orders o WHERE NOT EXISTS (SELECT * FROM items i WHERE i.orderid = o.id AND i.received < i.shipped) AND substr(o.remark, 14, 1) IN ('1', '2', '3') GROUP BY o.status;
SELECT n, count(*) FROM (SELECT o.customer, count(i.line) AS n FROM orders o LEFT JOIN items i ON o.id = i.orderid AND i.remark NOT LIKE '%12%34%' GROUP BY o.customer) GROUP BY n ORDER BY 2 DESC, 1 DESC LIMIT 3;
SELECT o.id, o.total, sum(i.quantity) FROM orders o, items i WHERE o.id IN (SELECT orderid FROM items GROUP BY orderid HAVING sum(quantity) > 188) AND o.id = i.orderid GROUP BY o.id, o.total ORDER BY o.total DESC LIMIT 3;
SELECT sum(i.price) / 7.0 FROM items i WHERE i.part < 20 AND i.quantity < (SELECT 0.9 * avg(quantity) FROM items WHERE part = i.part);
SELECT status, count(*), sum(total) FROM (SELECT substr(o.status, 1, 1) AS status, o.total FROM orders o WHERE substr(o.status, 1, 1) IN ('O', 'F') AND o.total > (SELECT avg(total) FROM orders WHERE total > 0.0 AND substr(status, 1, 1) IN ('O', 'F')) AND NOT EXISTS (SELECT * FROM items i WHERE i.orderid = o.id AND i.line = 7)) AS chosen GROUP BY status ORDER BY status;
SELECT o.customer, sum(i.price * (1 - i.discount)) AS revenue, o.remark FROM parts p, items i, orders o WHERE p.name >= 'b' AND i.part = p.id AND o.id = i.orderid AND o.day >= '1993-01-01' AND i.flag = 'R' GROUP BY o.customer, o.remark ORDER BY revenue DESC LIMIT 2;
SELECT p.name, i.price FROM parts p, items i WHERE p.id = i.part AND i.price = (SELECT min(other.price) FROM items other, orders o WHERE other.part = p.id AND o.id = other.orderid AND o.status = 'F') ORDER BY i.price DESC, p.name LIMIT 2;
SELECT count(*) FROM items i WHERE i.received > i.shipped AND EXISTS (SELECT * FROM items other WHERE other.orderid = i.orderid AND other.part <> i.part) AND NOT EXISTS (SELECT * FROM items other WHERE other.orderid = i.orderid AND other.part <> i.part AND other.received > other.shipped);
WITH totals AS (SELECT part, sum(price) AS total FROM items GROUP BY part) SELECT p.id, t.total FROM parts p, totals t WHERE p.id = t.part AND t.total = (SELECT max(total) FROM totals) ORDER BY p.id;
SELECT p.id, sum(i.price) AS value FROM items i, parts p WHERE i.part = p.id GROUP BY p.id HAVING sum(i.price) > (SELECT sum(price) * 0.5 FROM items WHERE part < 3) ORDER BY value DESC;
-- Files, too. Those of Parquet have two groups of rows, which two threads read.
COPY items TO 'items.parquet';
COPY items TO 'items.csv';
COPY (SELECT * FROM items LIMIT 20000) TO 'items.jsonl';
COPY (SELECT * FROM items LIMIT 20000) TO 'items.csv.gz';
SELECT quantity, count(*), sum(price) FROM read_parquet('items.parquet') GROUP BY 1 ORDER BY 1 LIMIT 1;
SELECT flag, mode, count(*), max(shipped), avg(discount) FROM read_parquet('items.parquet') GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 1;
SELECT count(*), sum(price) FROM read_parquet('items.parquet') WHERE quantity = 5 AND flag = 'A';
SELECT remark, count(*) AS n FROM read_parquet('items.parquet') GROUP BY 1 ORDER BY n DESC, 1 LIMIT 1;
SELECT quantity, count(*), sum(price) FROM read_csv('items.csv') GROUP BY 1 ORDER BY 1 LIMIT 1;
SELECT flag, mode, count(*), max(shipped), avg(discount) FROM read_csv('items.csv') GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 1;
SELECT count(*), sum(price) FROM read_csv('items.csv') WHERE quantity = 5 AND flag = 'A';
SELECT flag, count(*), sum(price) FROM read_csv('items.csv.gz') GROUP BY 1 ORDER BY 1 LIMIT 1;
SELECT flag, count(*), sum(price) FROM read_json('items.jsonl') GROUP BY 1 ORDER BY 1 LIMIT 1;
CREATE TABLE loaded AS SELECT * FROM read_parquet('items.parquet');
.import --csv items.csv imported
SELECT nothing;
