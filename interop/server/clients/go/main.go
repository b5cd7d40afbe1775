// Go's pgx in each of its modes: what clients.py reads is a line for each step.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

func report(step string, err error) {
	if err == nil {
		fmt.Println("ok " + step)
	} else {
		fmt.Println("failed " + step + ": " + strings.Split(err.Error(), "\n")[0])
	}
}

func values(ctx context.Context, c *pgx.Conn) error {
	moment := time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)
	var id, n int
	err := c.QueryRow(ctx, "INSERT INTO g(n, r, t, b, f, d, z, day) VALUES"+
		" ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
		5, 2.5, "x", []byte{0, 255}, true, moment, moment, moment).Scan(&id)
	if err != nil {
		return err
	}
	var r float64
	var t string
	var b []byte
	var f bool
	var d, z, day time.Time
	err = c.QueryRow(ctx, "SELECT n, r, t, b, f, d, z, day FROM g WHERE id = $1", id).
		Scan(&n, &r, &t, &b, &f, &d, &z, &day)
	same := n == 5 && r == 2.5 && t == "x" && len(b) == 2 && f && d.Equal(moment) &&
		z.Equal(moment) && day.Day() == 2
	if err == nil && !same {
		err = fmt.Errorf("%v %v %v %v %v %v %v %v", n, r, t, b, f, d, z, day)
	}
	return err
}

func kinds(ctx context.Context, c *pgx.Conn) error {
	rows, err := c.Query(ctx, "SELECT 1 UNION ALL SELECT 2.5")
	if err == nil {
		_, err = pgx.CollectRows(rows, pgx.RowTo[float64])
	}
	return err
}

func batch(ctx context.Context, c *pgx.Conn) error {
	batch := &pgx.Batch{}
	batch.Queue("SELECT $1::int", 1)
	batch.Queue("SELECT count(*) FROM g WHERE t = $1", "x")
	return c.SendBatch(ctx, batch).Close()
}

func copyIn(ctx context.Context, c *pgx.Conn) error {
	transaction, err := c.Begin(ctx)
	if err != nil {
		return err
	}
	rows := pgx.CopyFromRows([][]any{{1, "a"}, {2, "b"}})
	_, err = transaction.CopyFrom(ctx, pgx.Identifier{"g"}, []string{"n", "t"}, rows)
	if err != nil {
		return err
	}
	return transaction.Rollback(ctx)
}

func main() {
	ctx := context.Background()
	modes := []string{"cache_statement", "cache_describe", "describe_exec", "exec", "simple_protocol"}
	for _, mode := range modes {
		c, err := pgx.Connect(ctx, "host="+os.Args[1]+
			" port=5432 user=me dbname=shop default_query_exec_mode="+mode)
		if err != nil {
			panic(err)
		}
		exec := func(step string, sql string, arguments ...any) {
			_, err := c.Exec(ctx, sql, arguments...)
			report(mode+" "+step, err)
		}
		exec("drop", "DROP TABLE IF EXISTS g")
		exec("create", "CREATE TABLE g(id SERIAL PRIMARY KEY, n INT, r REAL, t TEXT, b BLOB,"+
			" f BOOLEAN, d TIMESTAMP, z TIMESTAMPTZ, day DATE, x)")
		report(mode+" values", values(ctx, c))
		exec("bool into BOOLEAN", "INSERT INTO g(f) VALUES ($1)", false)
		exec("int into BOOLEAN", "INSERT INTO g(f) VALUES ($1)", 1)
		exec("int into TEXT", "INSERT INTO g(t) VALUES ($1)", 7)
		exec("bool into TEXT", "INSERT INTO g(t) VALUES ($1)", true)
		exec("int into any", "INSERT INTO g(x) VALUES ($1)", 7)
		exec("time into any", "INSERT INTO g(x) VALUES ($1)", time.Now())
		exec("bytes into any", "INSERT INTO g(x) VALUES ($1)", []byte{1})
		exec("nil", "INSERT INTO g(n) VALUES ($1)", nil)
		var id int
		report(mode+" expression",
			c.QueryRow(ctx, "SELECT id FROM g WHERE id + 0 = $1", 1).Scan(&id))
		report(mode+" columns of several kinds", kinds(ctx, c))
		report(mode+" batch", batch(ctx, c))
		report(mode+" copy", copyIn(ctx, c))
		c.Close(ctx)
	}
}
