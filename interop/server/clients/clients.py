"""Clients of PostgreSQL on a server of ours; see run. Each test is a function of its own."""

import asyncio
import datetime
import decimal
import os
import shutil
import subprocess
import sys
import traceback
import uuid

folder = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
# Where run has put what Node and Go need.
work = os.path.dirname(folder)
DSN = f"host={folder} port=5432 dbname=shop user=me"
URL = f"postgresql+%s://me@/shop?host={folder}"

SCHEMA = """
CREATE TABLE parts(id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL, data BLOB, note);
INSERT INTO parts VALUES (1, 'bolt', 1.5, x'0102', 'x'), (2, 'nut', 0.1, NULL, 3);
CREATE UNIQUE INDEX by_name ON parts(name);
CREATE TABLE orders(id INTEGER PRIMARY KEY, part INT REFERENCES parts(id) ON DELETE CASCADE);
CREATE VIEW cheap AS SELECT name FROM parts WHERE price < 1;
"""


def psql(*commands, form=("-A", "-t")):
    arguments = ["psql", "-X", *form, "-v", "ON_ERROR_STOP=1", DSN]
    for command in commands:
        arguments += ["-c", command]
    return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout


def test_psql():
    if not shutil.which("psql"):
        return
    assert psql("SELECT id, name FROM parts ORDER BY 1") == "1|bolt\n2|nut\n"
    for command in (r"\d", r"\dt+", r"\d parts", r"\d orders", r"\d+ cheap", r"\di", r"\dn",
                    r"\du", r"\l", r"\df", r"\dT", r"\dp", r"\dx", r"\sv cheap"):
        psql(command)
    assert 'REFERENCES parts(id)' in psql(r"\d orders", form=())
    table = f"{folder}/parts.csv"
    psql(rf"\copy parts TO '{table}' CSV HEADER",
         "CREATE TABLE copied(id INTEGER, name TEXT, price REAL, data BLOB, note)",
         rf"\copy copied FROM '{table}' CSV HEADER")
    assert psql("SELECT count(*), sum(price) FROM copied").startswith("2|1.6")


def test_psycopg():
    import psycopg

    with psycopg.connect(DSN) as connection:
        run = connection.execute
        assert run("SELECT * FROM parts WHERE id = %s", (1,)).fetchall() == [
            (1, "bolt", 1.5, b"\x01\x02", "x")]
        run("CREATE TEMP TABLE v(a)")
        moment = datetime.datetime(2021, 1, 2, 3, 4, 5, 6)
        values = [(1, 1), (1.5, 1.5), ("x", "x"), (b"\0", b"\0"), (None, None), (True, 1),
                  (decimal.Decimal("1.25"), 1.25), (moment, "2021-01-02 03:04:05.000006"),
                  (moment.date(), "2021-01-02"), (moment.time(), "03:04:05.000006"),
                  (uuid.UUID(int=5), "00000000-0000-0000-0000-000000000005")]
        for given, stored in values:
            run("DELETE FROM v")
            run("INSERT INTO v VALUES (%s)", (given,))
            assert run("SELECT a FROM v").fetchone() == (stored,), given
        with connection.cursor(name="c") as cursor:
            cursor.itersize = 3
            cursor.execute("SELECT value FROM generate_series(1, 10)")
            assert [row[0] for row in cursor] == list(range(1, 11))
        try:
            run("SELECT nosuch")
            raise AssertionError
        except psycopg.errors.UndefinedColumn as error:
            assert error.diag.statement_position == "8"
        connection.rollback()


def test_psycopg_copy():
    import psycopg

    with psycopg.connect(DSN) as connection:
        cursor = connection.cursor()
        cursor.execute("CREATE TEMP TABLE c(a INTEGER, b TEXT, c REAL)")
        with cursor.copy("COPY c FROM STDIN") as copy:
            copy.write_row((1, "a\tb", 0.5))
        with cursor.copy("COPY c FROM STDIN (FORMAT binary)") as copy:
            copy.set_types(["int8", "text", "float8"])
            copy.write_row((2, None, 1.5))
        with cursor.copy("COPY c TO STDOUT") as copy:
            assert list(copy.rows()) == [("1", "a\tb", "0.5"), ("2", None, "1.5")]


def test_psycopg_arrow():
    import psycopg
    import pyarrow

    with psycopg.connect(DSN) as connection, connection.cursor() as cursor:
        def table(query):
            with cursor.copy(f"COPY ({query}) TO STDOUT (FORMAT arrow)") as copy:
                read = pyarrow.ipc.open_stream(b"".join(copy)).read_all()
            read.validate(full=True)
            return read

        parts = table("SELECT * FROM parts ORDER BY id")
        assert [str(field.type) for field in parts.schema] == [
            "int64", "string", "double", "binary", "string"]
        assert parts.to_pylist()[0] == {
            "id": 1, "name": "bolt", "price": 1.5, "data": b"\x01\x02", "note": "x"}
        assert parts.column("data").to_pylist() == [b"\x01\x02", None]
        many = table("SELECT value, 'é' || value AS t, nullif(value % 3, 0) AS n"
                     " FROM generate_series(1, 100000)")
        assert many.num_rows == 100_000
        assert many.column("t")[99_999].as_py() == "é100000"
        assert many.column("n").null_count == 33_333
        assert sum(many.column("value").to_pylist()) == 5_000_050_000
        assert table("SELECT id FROM parts WHERE 0").num_rows == 0


def test_columns():
    import pyarrow
    import sqlvm_columns

    query = "SELECT value, 'é' || value AS t, nullif(value % 3, 0) AS n FROM generate_series(1, ?)"
    with sqlvm_columns.connect(f"{folder}/columns") as client:
        result = client.query(query, [100_000])
        table = pyarrow.ipc.open_stream(result.buffer).read_all()
        table.validate(full=True)
        assert result.rows == table.num_rows == 100_000
        low = pyarrow.py_buffer(result.buffer).address
        place = table.column("value").chunk(0).buffers()[1].address
        assert low < place < low + len(result.buffer), "copied"
        # The table lives on.
        result.close()
        assert sum(table.column("value").to_pylist()) == 5_000_050_000
        with client.stream(query, [100_000]) as stream:
            assert pyarrow.ipc.open_stream(stream).read_all() == table
            stream.read()
            assert stream.rows == 100_000
        # Rows that are not read are not computed.
        with client.stream(query, [1_000_000_000]) as stream:
            assert next(iter(pyarrow.ipc.open_stream(stream))).num_rows == 16_384
        with client.query("SELECT name, data FROM parts WHERE id = :id", {"id": 1}) as result:
            assert pyarrow.ipc.open_stream(result.buffer).read_all().to_pylist() == [
                {"name": "bolt", "data": b"\x01\x02"}]


def test_http():
    import json
    import urllib.error
    import urllib.request

    import pyarrow

    def ask(body, **headers):
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request("http://localhost:8432/query", body.encode(), names)
        with urllib.request.urlopen(request) as answer:
            return answer.read()

    assert json.loads(ask("SELECT id, name FROM parts ORDER BY id")) == {
        "columns": ["id", "name"], "rows": [[1, "bolt"], [2, "nut"]]}
    body = json.dumps({"sql": "SELECT ? + 1 AS n", "parameters": [41]})
    assert ask(body, Content_Type="application/json", Accept="text/csv") == b"n\n42\n"
    stream = ask("SELECT value FROM generate_series(1, 100000)",
                 Accept="application/vnd.apache.arrow.stream")
    assert pyarrow.ipc.open_stream(stream).read_all().num_rows == 100_000
    try:
        ask("SELECT nosuch")
        raise AssertionError
    except urllib.error.HTTPError as error:
        assert error.code == 400
        assert json.loads(error.read())["error"]["sqlstate"] == "42S22"


def test_psycopg_pipeline():
    import psycopg

    with psycopg.connect(DSN) as connection, connection.pipeline():
        connection.execute("CREATE TEMP TABLE p(a INTEGER)")
        assert connection.execute("INSERT INTO p VALUES (7) RETURNING a").fetchone() == (7,)


def test_asyncpg():
    import asyncpg

    async def run():
        connection = await asyncpg.connect(host=folder, port=5432, database="shop", user="me")
        fetch = connection.fetch
        assert tuple((await fetch("SELECT * FROM parts WHERE id = $1", 1))[0]) == (
            1, "bolt", 1.5, b"\x01\x02", "x")
        assert (await fetch("SELECT count(*) AS n FROM parts WHERE id > $1", 0))[0]["n"] == 2
        assert (await fetch("SELECT $1::int8 + 1 AS a", 4))[0]["a"] == 5
        async with connection.transaction():
            await connection.execute("INSERT INTO orders(part) VALUES ($1)", 1)
            rows = [row[0] async for row in connection.cursor("SELECT id FROM parts")]
            assert rows == [1, 2]
            await connection.execute("DELETE FROM orders")
        await connection.execute("CREATE TEMP TABLE r(a INTEGER, b TEXT)")
        await connection.copy_records_to_table("r", records=[(1, "x")], columns=["a", "b"])
        assert tuple((await fetch("SELECT * FROM r"))[0]) == (1, "x")
        await connection.close()

    asyncio.run(run())


def test_pg8000():
    import pg8000.native

    connection = pg8000.native.Connection(
        "me", unix_sock=f"{folder}/.s.PGSQL.5432", database="shop")
    assert connection.run("SELECT id, name FROM parts WHERE id = :i", i=1) == [[1, "bolt"]]
    connection.close()


def test_sqlalchemy_reflection():
    import sqlalchemy

    inspector = sqlalchemy.inspect(sqlalchemy.create_engine(URL % "psycopg"))
    assert {"orders", "parts"} <= set(inspector.get_table_names())
    assert inspector.get_view_names() == ["cheap"]
    assert [column["name"] for column in inspector.get_columns("parts")] == [
        "id", "name", "price", "data", "note"]
    assert inspector.get_pk_constraint("parts")["constrained_columns"] == ["id"]
    assert inspector.get_indexes("parts")[0]["column_names"] == ["name"]
    key = inspector.get_foreign_keys("orders")[0]
    assert (key["referred_table"], key["options"]) == ("parts", {"ondelete": "CASCADE"})


def test_sqlalchemy_orm():
    import sqlalchemy
    from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users"
        id: Mapped[int] = mapped_column(primary_key=True)
        name: Mapped[str]

    engine = sqlalchemy.create_engine(URL % "psycopg")
    with engine.begin() as connection:
        Base.metadata.create_all(connection)
    with Session(engine) as session:
        session.add_all([User(name="a"), User(name="b")])
        session.commit()
        users = session.scalars(sqlalchemy.select(User).order_by(User.id)).all()
        assert [(user.id, user.name) for user in users] == [(1, "a"), (2, "b")]
        users[0].name = "c"
        with session.begin_nested():
            session.add(User(name="d"))
        session.commit()
        assert session.scalar(sqlalchemy.select(sqlalchemy.func.count()).select_from(User)) == 3


def test_sqlalchemy_asyncpg():
    import sqlalchemy
    from sqlalchemy.ext.asyncio import create_async_engine

    async def run():
        engine = create_async_engine(URL % "asyncpg")
        async with engine.connect() as connection:
            query = sqlalchemy.text("SELECT name FROM parts WHERE id = :i")
            assert (await connection.execute(query, {"i": 1})).scalar() == "bolt"
            names = await connection.run_sync(
                lambda sync: sqlalchemy.inspect(sync).get_table_names())
            assert "parts" in names
        await engine.dispose()

    asyncio.run(run())


def test_pandas():
    import pandas
    import sqlalchemy

    engine = sqlalchemy.create_engine(URL % "psycopg")
    frame = pandas.DataFrame({"a": [1, 2], "b": ["x", None], "c": [0.5, 1.5]})
    frame.to_sql("frame", engine, if_exists="replace", index=False)
    assert pandas.read_sql("SELECT * FROM frame", engine)["c"].tolist() == [0.5, 1.5]


def test_adbc():
    import adbc_driver_postgresql.dbapi
    import pyarrow

    with adbc_driver_postgresql.dbapi.connect(f"postgresql://me@/shop?host={folder}") as connection:
        with connection.cursor() as cursor:
            cursor.execute("SELECT id, name, price, data FROM parts WHERE id < 3 ORDER BY id")
            table = cursor.fetch_arrow_table()
            assert table.column_names == ["id", "name", "price", "data"]
            assert table.column("price").to_pylist() == [1.5, 0.1], table
            cursor.execute("SELECT name FROM parts WHERE id = $1", (2,))
            assert cursor.fetchall() == [("nut",)]
            made = pyarrow.table({"x": [1, 2, None], "y": ["a", None, "c"]})
            assert cursor.adbc_ingest("ingested", made, mode="create") == 3
            cursor.execute("SELECT * FROM ingested")
            assert cursor.fetchall() == [(1, "a"), (2, None), (None, "c")]
        assert connection.adbc_get_table_schema("parts").names[:2] == ["id", "name"]
        objects = connection.adbc_get_objects(depth="tables").read_all().to_pylist()
        tables = objects[0]["catalog_db_schemas"][0]["db_schema_tables"]
        assert "parts" in [table["table_name"] for table in tables]


def test_arrays():
    import asyncpg
    import psycopg

    with psycopg.connect(DSN) as connection:
        for placeholder in ("%s", "%b"):
            rows = connection.execute(
                f"SELECT name FROM parts WHERE id = ANY({placeholder}) ORDER BY id", ([2, 1, 9],))
            assert rows.fetchall() == [("bolt",), ("nut",)]

    async def run():
        connection = await asyncpg.connect(host=folder, user="me", database="shop")
        rows = await connection.fetch("SELECT id FROM parts WHERE name = ANY($1)", ["nut", None])
        assert [row["id"] for row in rows] == [2]
        await connection.close()

    asyncio.run(run())


def failing(client):
    """The steps of a client that fail, with the reasons."""
    found = {}
    with open(f"{here}/failing.txt", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith(client + " "):
                step, reason = line.strip().split(": ", 1)
                found[step[len(client) + 1:]] = reason
    return found


def steps(client, *command, cwd=None):
    """Runs a program that prints a line for each step, and compares with what is known to fail."""
    run = subprocess.run(command, cwd=cwd, check=False, capture_output=True, text=True)
    wrong, known, seen = [], failing(client), set()
    for line in run.stdout.splitlines():
        result, _, rest = line.partition(" ")
        step = rest.partition(":")[0]
        if result not in ("ok", "failed"):
            continue
        seen.add(step)
        if (result == "failed") != (step in known):
            wrong.append(line)
    assert run.returncode == 0 and seen, run.stdout + run.stderr
    wrong += [f"no step {step}" for step in known if step not in seen]
    assert not wrong, "\n".join(wrong)


def node(script):
    if shutil.which("node"):
        steps(script, "node", f"{script}.mjs", folder, cwd=f"{work}/node")


def test_node_postgres():
    node("pg")


def test_knex():
    node("knex")


def test_drizzle():
    node("drizzle")


def test_prisma_adapter():
    node("prisma")


def test_pgx():
    if os.path.exists(f"{work}/go/clients"):
        steps("pgx", f"{work}/go/clients", folder)


def test_django():
    steps("django", sys.executable, "-B", f"{here}/django_backend.py", folder)


def test_pgcli():
    steps("pgcli", sys.executable, "-B", f"{here}/pgcli_start.py", folder)


def test_asyncpg_pool():
    import asyncpg

    async def run():
        pool = await asyncpg.create_pool(
            host=folder, port=5432, database="shop", user="me", min_size=1, max_size=3)
        await pool.execute("CREATE TABLE pooled(id SERIAL PRIMARY KEY, n INT, f BOOLEAN, b BYTEA,"
                           " at TIMESTAMP, z TIMESTAMPTZ, u UUID, t TEXT)")
        moment = datetime.datetime(2026, 1, 2, 3, 4, 5, 6)
        zoned = moment.replace(tzinfo=datetime.timezone.utc)
        key = uuid.UUID(int=5)

        async def add(i):
            async with pool.acquire() as connection:
                return await connection.fetchval(
                    "INSERT INTO pooled(n, f, b, at, z, u, t) VALUES ($1, $2, $3, $4, $5, $6, $7)"
                    " RETURNING id", i, i % 2 == 0, bytes([i]), moment, zoned, key, str(i))

        assert sorted(await asyncio.gather(*(add(i) for i in range(10)))) == list(range(1, 11))
        row = await pool.fetchrow("SELECT n, f, b, at, z, u, t FROM pooled WHERE n = $1", 4)
        assert tuple(row) == (4, True, b"\4", moment, zoned, key, "4"), row
        assert (await pool.fetchrow("SELECT count(*) FROM pooled"))["count"] == 10
        assert await pool.fetchval("SELECT n FROM pooled WHERE n + 0 = $1", 5) == 5
        rows = await pool.fetch("SELECT 1 AS a UNION ALL SELECT 2.5")
        assert [row["a"] for row in rows] == [1, 2.5]
        async with pool.acquire() as connection:
            query = "SELECT n FROM pooled ORDER BY id LIMIT 3"
            assert [row[0] for row in await connection.fetch(query)] == [0, 1, 2]
            await connection.execute("UPDATE pooled SET n = 'x' WHERE id = 3")
            # The statement is prepared again by itself.
            assert [row[0] for row in await connection.fetch(query)] == ["0", "1", "x"]
        await pool.close()

    asyncio.run(run())


def test_pg8000_values():
    import pg8000.native

    connection = pg8000.native.Connection(
        "me", unix_sock=f"{folder}/.s.PGSQL.5432", database="shop")
    run = connection.run
    run("CREATE TABLE p8(id SERIAL PRIMARY KEY, n INT, f BOOLEAN, b BLOB, d DATE, t TEXT)")
    day = datetime.date(2026, 1, 2)
    assert run("INSERT INTO p8(n, f, b, d, t) VALUES (:n, :f, :b, :d, :t) RETURNING id",
               n=5, f=True, b=b"\0\1\xff", d=day, t="y") == [[1]]
    assert run("SELECT n, f, b, d, t FROM p8") == [[5, True, b"\0\1\xff", day, "y"]]
    assert run("SELECT id FROM p8 WHERE id + 0 = :i", i=1) == [[1]]
    assert run("SELECT id FROM p8 WHERE f = :f AND b = :b", f=True, b=b"\0\1\xff") == [[1]]
    assert run("SELECT 1 UNION ALL SELECT 2.5") == [[1], [2.5]]
    assert run("SELECT count(*) FROM p8") == [[1]] and connection.columns[0]["name"] == "count"
    connection.close()


def test_sqlalchemy_create_all():
    import sqlalchemy
    from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

    sockets = {"psycopg": f"host={folder}", "pg8000": f"unix_sock={folder}/.s.PGSQL.5432"}
    for driver, socket in sockets.items():
        class Base(DeclarativeBase):
            pass

        class Part(Base):
            __tablename__ = "made_" + driver
            id: Mapped[int] = mapped_column(primary_key=True)
            name: Mapped[str] = mapped_column(sqlalchemy.String(20), index=True)
            ok: Mapped[bool] = mapped_column(default=True)
            at: Mapped[datetime.datetime] = mapped_column(
                sqlalchemy.DateTime, server_default=sqlalchemy.func.now())
            price: Mapped[decimal.Decimal] = mapped_column(sqlalchemy.Numeric(8, 2), default=1)
            data: Mapped[bytes] = mapped_column(sqlalchemy.LargeBinary, default=b"\0")

        engine = sqlalchemy.create_engine(f"postgresql+{driver}://me@/shop?{socket}")
        Base.metadata.create_all(engine)
        with Session(engine) as session:
            session.add_all([Part(name="a"), Part(name="b", ok=False)])
            session.commit()
            parts = session.scalars(sqlalchemy.select(Part).order_by(Part.id)).all()
            assert [(part.id, part.name, part.ok, part.data, part.price) for part in parts] == [
                (1, "a", True, b"\0", 1), (2, "b", False, b"\0", 1)]
            assert isinstance(parts[0].at, datetime.datetime)
            session.execute(sqlalchemy.insert(Part), [{"name": f"n{i}"} for i in range(5)])
            session.commit()
            counted = sqlalchemy.select(sqlalchemy.func.count()).select_from(Part)
            assert session.scalar(counted) == 7
        indexes = sqlalchemy.inspect(engine).get_indexes(Part.__tablename__)
        assert [index["column_names"] for index in indexes] == [["name"]]


def test_pgbench():
    """Its built-in scripts, on tables that are made without it: -i says what SQLite does not know."""
    if not shutil.which("pgbench"):
        return
    psql("CREATE TABLE pgbench_history(tid INT, bid INT, aid INT, delta INT, mtime, filler);"
         "CREATE TABLE pgbench_tellers(tid INTEGER PRIMARY KEY, bid INT, tbalance INT, filler);"
         "CREATE TABLE pgbench_accounts(aid INTEGER PRIMARY KEY, bid INT, abalance INT, filler);"
         "CREATE TABLE pgbench_branches(bid INTEGER PRIMARY KEY, bbalance INT, filler);"
         "INSERT INTO pgbench_branches VALUES (1, 0, '');"
         "INSERT INTO pgbench_tellers SELECT value, 1, 0, '' FROM generate_series(1, 10);"
         "INSERT INTO pgbench_accounts SELECT value, 1, 0, '' FROM generate_series(1, 100000)")
    for script in ("tpcb-like", "simple-update", "select-only"):
        for mode in ("simple", "extended", "prepared"):
            printed = subprocess.run(
                ["pgbench", "-n", "-h", folder, "-U", "me", "-b", script, "-M", mode, "-c", "4",
                 "-t", "20", "shop"], check=True, capture_output=True, text=True).stdout
            assert "number of failed transactions: 0" in printed, printed
    assert psql("SELECT count(*), sum(delta) = (SELECT sum(abalance) FROM pgbench_accounts)"
                " FROM pgbench_history") == "480|1\n"


def main():
    import psycopg

    with psycopg.connect(DSN, autocommit=True) as connection:
        connection.execute(SCHEMA)
    failed = 0
    for name, test in list(globals().items()):
        if name.startswith("test_") and (
                not sys.argv[2:] or any(part in name for part in sys.argv[2:])):
            try:
                test()
                print(name[5:], "passed", flush=True)
            except Exception:
                failed += 1
                print(name[5:], "FAILED", flush=True)
                traceback.print_exc()
    sys.exit(1 if failed else 0)


main()
