"""The SQL that makes a database again."""


def _quoted(name):
    return '"%s"' % name.replace('"', '""')


def _text(value):
    return "'%s'" % value.replace("'", "''")


def iterdump(connection):
    """Statements, one by one, that make the tables, rows, indexes, triggers and views of main."""
    cursor = connection.cursor()
    cursor.row_factory = None
    schema = cursor.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE sql NOT NULL "
        "ORDER BY CASE type WHEN 'table' THEN name END, rowid").fetchall()
    virtual = False
    sequences = []
    yield "BEGIN TRANSACTION;"
    for kind, table, sql in schema:
        if kind != "table":
            continue
        if table == "sqlite_sequence":
            sequences = [
                'DELETE FROM "sqlite_sequence";',
                *_inserts(cursor, table),
            ]
            continue
        if table == "sqlite_stat1":
            yield 'ANALYZE "sqlite_master";'
        elif table.startswith("sqlite_"):
            continue
        elif sql.upper().startswith("CREATE VIRTUAL TABLE"):
            if not virtual:
                virtual = True
                yield "PRAGMA writable_schema=ON;"
            yield ("INSERT INTO sqlite_master(type,name,tbl_name,rootpage,sql)"
                   "VALUES('table',%s,%s,0,%s);" % (_text(table), _text(table), _text(sql)))
            continue
        else:
            yield sql + ";"
        yield from _inserts(cursor, table)
    for kind, name, sql in schema:
        if kind in ("index", "trigger", "view"):
            yield sql + ";"
    if virtual:
        yield "PRAGMA writable_schema=OFF;"
    yield from sequences
    yield "COMMIT;"


def _inserts(cursor, table):
    columns = [row[1] for row in cursor.execute("PRAGMA table_info(%s)" % _quoted(table))]
    values = " || ',' || ".join("quote(%s)" % _quoted(column) for column in columns)
    begin = "INSERT INTO %s VALUES(" % _quoted(table)
    for values, in cursor.execute("SELECT %s FROM %s" % (values, _quoted(table))).fetchall():
        yield begin + values + ");"
