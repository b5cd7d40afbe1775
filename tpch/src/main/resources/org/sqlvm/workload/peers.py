"""Queries on engines that have a driver for Python, for the class PythonEngine.

usage: peers.py version ENGINE
       peers.py make ENGINE FOLDER         what the engine needs beside the Parquet files of a folder
       peers.py serve ENGINE FOLDER        answers lines of JSON: a query, {"columns", "rows", "ms"}
       peers.py once ENGINE FOLDER SQL     prints one such answer
"""

import decimal
import json
import pathlib
import re
import sys
import time


class Hyper:
    """Tableau's Hyper, which has a file of its own."""

    def __init__(self, folder):
        import tableauhyperapi as api

        self.process = api.HyperProcess(
            api.Telemetry.DO_NOT_SEND_USAGE_DATA_TO_TABLEAU, parameters={"log_config": ""}
        )
        mode = api.CreateMode.NONE
        self.connection = api.Connection(self.process.endpoint, folder / "tables.hyper", mode)

    @staticmethod
    def version():
        import tableauhyperapi

        return tableauhyperapi.__version__

    @staticmethod
    def make(folder):
        import tableauhyperapi as api

        partial = folder / "partial-tables.hyper"
        with api.HyperProcess(
            api.Telemetry.DO_NOT_SEND_USAGE_DATA_TO_TABLEAU, parameters={"log_config": ""}
        ) as process:
            mode = api.CreateMode.CREATE_AND_REPLACE
            with api.Connection(process.endpoint, partial, mode) as connection:
                for path in sorted(folder.glob("*.parquet")):
                    file = api.escape_string_literal(str(path))
                    connection.execute_command(
                        f"CREATE TABLE {path.stem} AS (SELECT * FROM external({file}))"
                    )
        partial.rename(folder / "tables.hyper")

    def run(self, sql):
        with self.connection.execute_query(sql) as result:
            columns = [column.name.unescaped for column in result.schema.columns]
            return columns, list(result)

    def close(self):
        self.connection.close()
        self.process.close()


class DataFusion:
    """Apache DataFusion, which reads the Parquet files."""

    def __init__(self, folder):
        import datafusion

        self.context = datafusion.SessionContext()
        for path in sorted(folder.glob("*.parquet")):
            self.context.register_parquet(path.stem, str(path))

    @staticmethod
    def version():
        import datafusion

        return datafusion.__version__

    @staticmethod
    def make(folder):
        pass

    def run(self, sql):
        frame = self.context.sql(sql)
        rows = []
        for batch in frame.collect():
            rows.extend(zip(*(column.to_pylist() for column in batch.columns)))
        return [field.name for field in frame.schema()], rows

    def close(self):
        pass


ENGINES = {"hyper": Hyper, "datafusion": DataFusion}


def cell(value):
    """A value of JSON that compares as other engines' values do."""
    if isinstance(value, decimal.Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def with_views(views, sql):
    """The query with the views that it names as common table expressions: Hyper has no views."""
    named = {name: body for name, body in views.items() if re.search(rf"\b{name}\b", sql)}
    if not named:
        return sql
    parts = ", ".join(f"{name} as ({body})" for name, body in named.items())
    rest = re.sub(r"(?i)^\s*with\b", ",", sql)
    return f"with {parts} {rest}"


def answer(engine, views, sql):
    text = with_views(views, sql)
    begun = time.perf_counter()
    columns, rows = engine.run(text)
    took = (time.perf_counter() - begun) * 1e3
    cells = [[cell(value) for value in row] for row in rows]
    return {"columns": columns, "rows": cells, "ms": took}


def main(command, name, folder=None, sql=None):
    kind = ENGINES[name]
    if command == "version":
        print(kind.version())
        return
    folder = pathlib.Path(folder)
    if command == "make":
        kind.make(folder)
        return
    engine = kind(folder)
    views = json.loads((folder / "views.json").read_text())
    if command == "once":
        print(json.dumps(answer(engine, views, sql)))
    else:
        for line in sys.stdin:
            try:
                said = answer(engine, views, json.loads(line))
            except Exception as e:
                said = {"error": f"{type(e).__name__}: {e}"}
            print(json.dumps(said), flush=True)
    engine.close()


main(*sys.argv[1:])
