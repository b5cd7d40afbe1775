"""Runs pgcli's queries for its completions, and its commands; prints a line for each step."""

import sys

from pgcli.pgexecute import PGExecute
from pgspecial.main import PGSpecial

special = PGSpecial()
executor = PGExecute(database="shop", user="me", host=sys.argv[1], port="5432")


def run(sql):
    for _, rows, _, status, _, is_ok, _ in executor.run(sql, pgspecial=special):
        assert is_ok, status
        list(rows or [])


for name in ("search_path", "schemata", "tables", "views", "table_columns", "view_columns",
             "databases", "full_databases", "foreignkeys", "functions", "datatypes", "casing",
             "get_timezone", "get_socket_directory"):
    try:
        list(getattr(executor, name)() or [])
        print("ok", name)
    except Exception as error:
        print(f"failed {name}: {error}".split("\n")[0])
for command in ("select 1; select 2", r"\d", r"\dt", r"\d parts", r"\l", r"\dn", r"\du", r"\df",
                r"\di", r"\dv", r"\dT", r"\dx"):
    try:
        run(command)
        print("ok", command)
    except Exception as error:
        print(f"failed {command}: {error}".split("\n")[0])
