package org.sqlvm.shell.compare;

/** The databases on which the launcher's output is compared; sqlite3 itself creates them. */
final class SampleDatabases {
    private static final String ROWS = """
        WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ROWCOUNT)
        """;

    /** TEXT of all kinds, by turns: quotes, line ends, wide and combining characters, emoji. */
    private static final String TEXTS = """
        CASE n % 12
          WHEN 0 THEN NULL
          WHEN 1 THEN 'plain ' || n
          WHEN 2 THEN 'it''s "quoted" ' || n
          WHEN 3 THEN 'two' || char(10) || 'lines ' || n
          WHEN 4 THEN 'tab' || char(9) || 'and, comma; | bar \\ back'
          WHEN 5 THEN 'Größe Ærø ' || n
          WHEN 6 THEN '日本語のテキスト ' || n
          WHEN 7 THEN '😀👍🏽👨‍👩‍👧 ' || n
          WHEN 8 THEN 'e' || char(769) || 'Ångström ' || char(8203) || n
          WHEN 9 THEN ''
          WHEN 10 THEN '<a href="x">&amp;</a>' || char(13) || char(10) || n
          ELSE 'Ελληνικά русский עברית العربية' END\
        """;

    /** REALs of all sizes, exact ones and those that need all their digits. */
    private static final String REALS = """
        CASE n % 10
          WHEN 0 THEN n / 7.0
          WHEN 1 THEN n * 1.0
          WHEN 2 THEN -n * 1e-7 / 3
          WHEN 3 THEN n * 1e17 / 9
          WHEN 4 THEN n / 100.0
          WHEN 5 THEN 1e300 / n
          WHEN 6 THEN n * 1e-300 / 11
          WHEN 7 THEN 123456789012345.0 + n / 16.0
          WHEN 8 THEN NULL
          ELSE n * 1e12 END\
        """;

    private static final String BLOBS = """
        CASE n % 6
          WHEN 0 THEN NULL
          WHEN 1 THEN x''
          WHEN 2 THEN CAST('blob ' || n AS BLOB)
          WHEN 3 THEN x'000102ff'
          WHEN 4 THEN zeroblob(n % 40)
          ELSE x'c3a9e697a5f09f9880' END\
        """;

    private SampleDatabases() {}

    /** @param encoding as {@code PRAGMA encoding} takes it */
    static String sql(String encoding, int rowCount) {
        return ("PRAGMA encoding='" + encoding + "';\n"
                        + "BEGIN;\n"
                        + "CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT, price REAL,"
                        + " data BLOB, anything);\n"
                        + "INSERT INTO items " + ROWS + "SELECT n, " + TEXTS + ", " + REALS + ", "
                        + BLOBS + ", CASE n % 4 WHEN 0 THEN n WHEN 1 THEN n / 3.0"
                        + " WHEN 2 THEN 'x' || n ELSE -n * 1000003 END FROM c;\n"
                        + "CREATE TABLE words(word TEXT PRIMARY KEY, n INT) WITHOUT ROWID;\n"
                        + "INSERT INTO words " + ROWS + "SELECT 'w' || (n * 7919 % 1000003), n"
                        + " FROM c WHERE n % 10 = 0;\n"
                        + "CREATE TABLE groups(id INTEGER PRIMARY KEY, title TEXT NOT NULL);\n"
                        + "INSERT INTO groups VALUES (0, 'null'), (1, 'eins'), (2, 'δύο'),"
                        + " (3, '三'), (4, '😀 four');\n"
                        + "CREATE TABLE empty(a, \"b c\" TEXT);\n"
                        + "CREATE INDEX items_price ON items(price);\n"
                        + "COMMIT;\n")
                .replace("ROWCOUNT", Integer.toString(rowCount));
    }
}
