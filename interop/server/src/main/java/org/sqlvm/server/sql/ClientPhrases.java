package org.sqlvm.server.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Parts of statements of known clients that use what SQLite has not at all: functions that give
 * several rows for each row, and values that have parts.
 */
final class ClientPhrases {
    private record Phrase(Pattern pattern, String replacement) {
        Phrase(String pattern, String replacement) {
            this(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), replacement);
        }
    }

    /** Parentheses with such in them, to two levels. */
    private static final String NESTED = "((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*)";

    private static final List<Phrase> PHRASES = List.of(
            // pgjdbc's getBestRowIdentifier.
            new Phrase(
                    "information_schema\\._pg_expandarray\\(i\\.indkey\\) AS keys\\s+FROM",
                    "i.indkey AS keys FROM"),
            new Phrase("a\\.attnum = \\(i\\.keys\\)\\.x", "pg_position(i.keys, a.attnum) > 0"),
            // pgjdbc's getIndexInfo: a row for each column.
            new Phrase(
                    "\\(information_schema\\._pg_expandarray\\(i\\.indkey\\)\\)\\.n AS"
                            + " ORDINAL_POSITION",
                    "k.value AS ORDINAL_POSITION"),
            new Phrase(
                    "(JOIN pg_catalog\\.pg_am am ON \\(ci\\.relam = am\\.oid\\))",
                    "$1 JOIN generate_series(1, i.indnatts) k"),
            // pgcli's foreign keys: a row for each column.
            new Phrase(
                    "unnest\\(\\(\\s*select\\s+array_agg\\(attname order by"
                        + " i\\)\\s+from\\s+\\(select unnest\\((\\w+)\\) as attnum,"
                        + " generate_subscripts\\(\\w+, 1\\) as i\\) x\\s+join"
                        + " pg_catalog\\.pg_attribute c using\\(attnum\\)\\s+where c\\.attrelid ="
                        + " fk\\.(\\w+)\\s*\\)\\)",
                    "(select c.attname from pg_catalog.pg_attribute c where c.attrelid = fk.$2"
                            + " and c.attnum = pg_element(fk.$1, k.value))"),
            new Phrase(
                    "(from pg_catalog\\.pg_constraint fk)(?=\\s+join pg_catalog\\.pg_class)",
                    "from pg_catalog.pg_constraint fk"
                            + " join generate_series(1, array_length(fk.conkey, 1)) k"),
            // Metabase's indexes: a row for each column.
            new Phrase(
                    "\\(information_schema\\._pg_expandarray\\(\"i\"\\.\"indkey\"\\)\\)\\.\"n\"",
                    "k.value"),
            new Phrase(
                    "(INNER JOIN \"pg_catalog\"\\.\"pg_class\" AS \"ci\""
                            + " ON \"ci\"\\.\"oid\" = \"i\"\\.\"indexrelid\")",
                    "$1 JOIN generate_series(1, \"i\".\"indnatts\") k"),
            // pgjdbc's getPrimaryKeys and getPrimaryUniqueKeys.
            new Phrase(
                    "\\(information_schema\\._pg_expandarray\\(([\\w.]+)\\)\\)\\.n",
                    "nullif(pg_position($1, a.attnum), 0)"),
            new Phrase(
                    "information_schema\\._pg_expandarray\\(([\\w.]+)\\) AS KEYS",
                    "CASE WHEN pg_position($1, a.attnum) > 0 THEN a.attnum END AS KEYS"),
            new Phrase("\\(result\\.KEYS\\)\\.x", "result.KEYS"),
            // SQLAlchemy's keys and indexes: a row for each column.
            new Phrase(
                    "unnest\\((pg_catalog\\.pg_index\\.ind\\w+)\\)",
                    "CAST(pg_element($1, k.value) AS INTEGER)"),
            new Phrase(
                    "generate_subscripts\\(pg_catalog\\.pg_index\\.indkey, " + NESTED + "\\)",
                    "k.value"),
            new Phrase(
                    "(JOIN pg_catalog\\.pg_index"
                            + " ON pg_catalog\\.pg_constraint\\.conindid ="
                            + " pg_catalog\\.pg_index\\.indexrelid)",
                    "$1 JOIN generate_series(0, pg_catalog.pg_index.indnatts - 1) k"),
            new Phrase(
                    "FROM pg_catalog\\.pg_index\\s+WHERE NOT pg_catalog\\.pg_index\\.indisprimary",
                    "FROM pg_catalog.pg_index"
                            + " JOIN generate_series(0, pg_catalog.pg_index.indnatts - 1) k"
                            + " WHERE NOT pg_catalog.pg_index.indisprimary"),
            new Phrase("\\bjson_build_object\\(", "json_object("),
            new Phrase("\\bbool_and\\(", "min("),
            new Phrase("\\bbool_or\\(", "max("),
            // psql's \d+.
            new Phrase("trim\\(trailing ('[^']*') from " + NESTED + "\\)", "rtrim($2, $1)"),
            new Phrase("trim\\(both ('[^']*') from " + NESTED + "\\)", "trim($2, $1)"),
            new Phrase("pg_catalog\\.unnest\\(tc\\.reloptions\\) x", "(SELECT NULL AS x WHERE 0)"),
            // pgjdbc's getFunctions.
            new Phrase(
                    "substring\\(" + NESTED + " FROM (\\d+) FOR (\\d+)\\)",
                    "substring($1, $2, $3)"),
            // pgcli, for a table.
            new Phrase("substring\\(" + NESTED + " for (\\d+)\\)", "substr($1, 1, $2)"),
            // Grafana's list of tables: the schemas of the search path.
            new Phrase("THEN user (ELSE trim\\(s\\[i\\]\\))", "THEN current_user() $1"),
            new Phrase(
                    "generate_series\\(\\s*(array_lower\\(.*?\\),\\s*1\\),\\s*array_upper\\(.*?\\),\\s*1\\))\\s*\\)"
                        + " as i,\\s*(string_to_array\\(.*?\\)) s\\b",
                    "(SELECT value AS i FROM generate_series($1)), (SELECT $2 AS s)"),
            // A name for the column of a series.
            new Phrase(
                    "(?:pg_catalog\\.)?generate_series\\(" + NESTED
                            + "\\)\\s+(?:AS\\s+)?(\\w+)\\s*\\(\\s*(\\w+)\\s*\\)",
                    "(SELECT value AS $3 FROM generate_series($1)) AS $2"));

    private ClientPhrases() {}

    /** Replaces the phrases in a text, but not inside of string literals, which are values. */
    static String rewrite(String text) {
        String result = text;
        for (Phrase phrase : PHRASES) {
            String next = phrase.pattern().matcher(result).replaceAll(phrase.replacement());
            if (!next.equals(result) && strings(next).equals(strings(result))) {
                result = next;
            }
        }
        return result;
    }

    private static List<String> strings(String text) {
        List<String> strings = new ArrayList<>();
        SqlTokens tokens = new SqlTokens(text, 0);
        while (tokens.next().kind() != SqlTokens.Kind.END) {
            if (tokens.kind() == SqlTokens.Kind.STRING) {
                strings.add(tokens.token());
            }
        }
        Collections.sort(strings);
        return strings;
    }
}
