-- A session of the shell: sqlvm -bail shop.db < session.sql
.print == a table of a file
CREATE TABLE orders(id INTEGER PRIMARY KEY, part TEXT NOT NULL, count INTEGER, ordered TEXT);
.import --csv --skip 1 orders.csv orders
.mode box
SELECT * FROM orders ORDER BY ordered LIMIT 3;
.print == by month
SELECT strftime('%Y-%m', ordered) AS month, count(*) AS orders, sum(count) AS parts
FROM orders GROUP BY month;
.print == how a query runs
.mode list
EXPLAIN QUERY PLAN SELECT * FROM orders WHERE id = 3;
.print == a change, and back
BEGIN;
DELETE FROM orders WHERE part = 'nut';
SELECT count(*) || ' left' FROM orders;
ROLLBACK;
SELECT count(*) || ' again' FROM orders;
.print == out of the shell
.headers on
.mode csv
.once nuts.csv
SELECT id, count FROM orders WHERE part = 'nut' ORDER BY id;
.headers off
.mode list
SELECT * FROM read_csv('nuts.csv');
.backup copy.db
.open copy.db
SELECT count(*) || ' in the copy' FROM orders;
PRAGMA integrity_check;
