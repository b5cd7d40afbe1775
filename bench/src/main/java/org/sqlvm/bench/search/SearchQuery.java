package org.sqlvm.bench.search;

import java.util.List;
import java.util.Locale;

/** A kind of query. Each runs with several parameters, which every engine gets alike. */
enum SearchQuery {
    RARE_WORD("SELECT rowid, title FROM docs WHERE docs MATCH ?", 20_000, 30_000, "%1$s"),
    COMMON_WORD("SELECT count(*) FROM docs WHERE docs MATCH ?", 0, 20, "%1$s"),
    COMMON_WORD_CONTENT("SELECT max(length(body)) FROM docs WHERE docs MATCH ?", 20, 60, "%1$s"),
    TWO_WORDS("SELECT count(*) FROM docs WHERE docs MATCH ?", 5, 200, "%1$s %2$s"),
    EITHER_BUT_NOT(
            "SELECT count(*) FROM docs WHERE docs MATCH ?", 50, 500, "(%1$s OR %2$s) NOT %3$s"),
    PHRASE("SELECT count(*) FROM docs WHERE docs MATCH ?", 0, 40, "\"%1$s %2$s\""),
    PREFIX("SELECT count(*) FROM docs WHERE docs MATCH ?", 300, 3_000, "%1$s*"),
    NEAR("SELECT count(*) FROM docs WHERE docs MATCH ?", 2, 60, "NEAR(%1$s %2$s, 5)"),
    BEST("SELECT rowid, rank FROM docs WHERE docs MATCH ? ORDER BY rank LIMIT 20", 10, 100, "%1$s"),
    SNIPPETS(
            "SELECT snippet(docs, 1, '[', ']', '…', 8) FROM docs WHERE docs MATCH ?"
                    + " ORDER BY rank LIMIT 20",
            10,
            100,
            "%1$s %2$s"),
    JOIN(
            "SELECT a.name, count(*) FROM docs JOIN meta ON meta.id = docs.rowid"
                    + " JOIN author a ON a.id = meta.author WHERE docs MATCH ? AND meta.year > 2015"
                    + " GROUP BY a.name ORDER BY 2 DESC, 1 LIMIT 10",
            20,
            200,
            "%1$s"),
    BOXES_WINDOW(
            "SELECT count(*), sum(id) FROM boxes WHERE x1 >= ?1 AND x0 <= ?1 + 0.01"
                    + " AND y1 >= ?2 AND y0 <= ?2 + 0.01",
            0,
            0,
            null),
    BOXES_WIDE(
            "SELECT count(*) FROM boxes WHERE x1 >= ?1 AND x0 <= ?1 + 0.3 AND y1 >= ?2"
                    + " AND y0 <= ?2 + 0.3",
            0,
            0,
            null),
    BOXES_JOIN(
            "SELECT count(*), sum(place.kind) FROM boxes JOIN place ON place.id = boxes.id"
                    + " WHERE boxes.x1 >= ?1 AND boxes.x0 <= ?1 + 0.03 AND boxes.y1 >= ?2"
                    + " AND boxes.y0 <= ?2 + 0.03 AND place.kind < 5",
            0,
            0,
            null);

    private final String sql;
    private final int from;
    private final int to;
    private final String form;

    /**
     * @param from the rank of the most frequent word that is asked for
     * @param to the rank behind the rarest one
     * @param form makes the text of MATCH from words; null for a query over boxes
     */
    SearchQuery(String sql, int from, int to, String form) {
        this.sql = sql;
        this.from = from;
        this.to = to;
        this.form = form;
    }

    String sql() {
        return sql;
    }

    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    boolean isOfBoxes() {
        return form == null;
    }

    /** Returns the parameters of run {@code number}: another one every time, up to sixteen. */
    List<Object> parameters(int number) {
        int variant = number % 16;
        if (form == null) {
            return List.of((variant * 7 % 16) / 16.0, (variant * 5 % 16) / 16.0);
        }
        int step = Math.max(1, (to - from) / 17);
        return List.of(String.format(
                Locale.ROOT,
                form,
                Documents.word(from + variant * step),
                Documents.word(from + (variant * 3 + 1) % 17 * step),
                Documents.word(from + (variant * 5 + 2) % 17 * step)));
    }
}
