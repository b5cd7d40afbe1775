package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.TableCursor;
import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.LocaleText;
import org.sqlvm.engine.virtual.fts5.query.Query;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.Locale;

/** Walks over rows of a full-text table. */
final class Fts5Cursor extends VirtualCursor {
    private final Fts5Table table;
    private final TableConfig config;
    private final long number;

    private Plan plan = Plan.NONE;
    /** The match that it stands on; null without MATCH. */
    private MatchedRow match;

    private boolean begun;

    private SortedMatches sorted;
    private RankCall rank;

    private ContentRows content;
    private Object equal;
    private long special;

    /** How the rows are found. */
    private enum Plan {
        NONE,
        MATCH,
        SORTED,
        /** The one row of a query that begins with an asterisk. */
        SPECIAL,
        SPECIAL_ROW,
        SCAN,
        ROWID
    }

    Fts5Cursor(Fts5Table table, long number) {
        this.table = table;
        this.config = table.config();
        this.number = number;
    }

    Fts5Table table() {
        return table;
    }

    /** The cursor's number, which the column with the table's name shows. */
    long number() {
        return number;
    }

    /** The row that functions are about. */
    MatchedRow matchedRow() {
        return plan == Plan.NONE || plan == Plan.SPECIAL || plan == Plan.SPECIAL_ROW ? null : match;
    }

    // ------------------------------------------------------------------ filter

    @Override
    public void filter(ScanPlan scan, Object[] arguments) {
        reset();
        Conditions conditions = new Conditions(scan.text(), arguments);
        if (conditions.special != null) {
            setSpecial(conditions.special);
            return;
        }
        equal = conditions.equal;
        Object less = equal == null ? conditions.less : equal;
        Object greater = equal == null ? conditions.greater : equal;
        boolean descending = (scan.index() & Planning.DESCENDING) != 0;
        long low = limit(greater, Long.MIN_VALUE);
        long high = limit(less, Long.MAX_VALUE);
        table.index().loadConfig();
        if (conditions.query != null) {
            rank = new RankCall(table, rank(conditions.rank));
            boolean sorts = (scan.index() & Planning.ORDER_RANK) != 0;
            match = MatchedRow.ofQuery(table, conditions.query, descending && !sorts);
            match.limit(low, high);
            plan = sorts ? Plan.SORTED : Plan.MATCH;
            if (sorts) {
                sort(descending);
            }
            return;
        }
        if (config.contentTable == null) {
            throw SqlException.error(config.name() + ": table does not support scanning");
        }
        content = table.storage().content();
        match = MatchedRow.ofContent(table, content);
        plan = equal == null ? Plan.SCAN : Plan.ROWID;
        if (plan == Plan.SCAN) {
            content.scan(low, high, descending);
        }
    }

    /** The values of a plan's conditions. */
    private final class Conditions {
        Query query;
        /** The text of a special query; null for none. */
        String special;

        Object rank;
        Object equal;
        Object less;
        Object greater;

        Conditions(String letters, Object[] values) {
            int at = 0;
            for (int i = 0; i < values.length && special == null; i++) {
                char letter = letters.charAt(at++);
                int column = 0;
                while (at < letters.length() && Character.isDigit(letters.charAt(at))) {
                    column = column * 10 + letters.charAt(at++) - '0';
                }
                switch (letter) {
                    case 'M' -> addMatch(column, values[i]);
                    case 'L', 'G' -> addPattern(column, values[i], letter == 'G');
                    case 'r' -> rank = values[i];
                    case '=' -> equal = values[i];
                    case '<' -> less = values[i];
                    default -> greater = values[i];
                }
            }
        }

        private void addMatch(int column, Object value) {
            LocaleText text = LocaleText.of(value, true);
            Text query = Storage.textOf(text.text());
            byte[] bytes = query == null ? new byte[0] : query.toArray();
            if (bytes.length > 0 && bytes[0] == '*') {
                special = query.toString();
                return;
            }
            byte[] locale = text.locale() == null ? null : text.locale().toArray();
            int only = column == config.tableColumn() ? Query.ALL_COLUMNS : column;
            query(Query.parse(table.querySettings(), bytes, locale, only));
        }

        private void addPattern(int column, Object value, boolean glob) {
            Text pattern = Storage.textOf(value);
            if (pattern != null) {
                query(Query.ofPattern(table.querySettings(), pattern.toArray(), glob, column));
            }
        }

        private void query(Query more) {
            query = Query.and(query, more);
        }
    }

    /** A question about the table itself, not a query of its rows. */
    private void setSpecial(String query) {
        int start = ConfigWords.skipSpaces(query, 1);
        int end = query.indexOf(' ', start);
        String name = query.substring(start, end < 0 ? query.length() : end);
        special = switch (name.toLowerCase(Locale.ROOT)) {
            case "reads" -> table.index().reads();
            case "id" -> number;
            default -> throw SqlException.error("unknown special query: " + name);
        };
        plan = Plan.SPECIAL;
    }

    private static long limit(Object value, long otherwise) {
        Object number = value instanceof Text ? Affinities.toNumeric(value) : value;
        return number instanceof Long rowid ? rowid : otherwise;
    }

    private RankFunction rank(Object given) {
        if (given == null) {
            return table.settings().rank();
        }
        String text = given == SqlNull.NULL ? null : Casts.toText(given).toString();
        RankFunction parsed = text == null ? null : RankFunction.parse(text);
        if (parsed == null) {
            throw SqlException.error("parse error in rank function: " + (text == null ? "" : text));
        }
        return parsed;
    }

    // ------------------------------------------------------------------ rows

    @Override
    public boolean next() {
        return switch (plan) {
            case MATCH -> nextMatch();
            case SORTED -> match.stand(sorted.next());
            case SCAN -> {
                match.moved();
                yield content.next();
            }
            case ROWID -> {
                boolean found = !begun && content.seekEqual(equal);
                begun = true;
                match.moved();
                yield found;
            }
            case SPECIAL -> {
                plan = Plan.SPECIAL_ROW;
                yield true;
            }
            default -> false;
        };
    }

    private boolean nextMatch() {
        if (begun) {
            match.advance();
        } else {
            begun = true;
            match.begin();
        }
        return match.isOnRow();
    }

    @Override
    public int skip(int limit) {
        return plan == Plan.MATCH ? match.skip(limit) : super.skip(limit);
    }

    /** Finds all rows, and sorts them by their ranks. */
    private void sort(boolean descending) {
        rank.prepare();
        SortedMatches found = new SortedMatches();
        match.keepTokens();
        for (match.begin(); match.isOnRow(); match.advance()) {
            found.add(match.rowid(), rank.value(match), match.copyPositions());
        }
        found.sort(descending);
        sorted = found;
    }

    @Override
    public long rowid() {
        return plan == Plan.SPECIAL_ROW ? 0 : match.rowid();
    }

    @Override
    public Object column(int column) {
        if (plan == Plan.SPECIAL_ROW) {
            return column == config.tableColumn() ? (Object) special : SqlNull.NULL;
        }
        if (column == config.tableColumn()) {
            return number;
        }
        if (column == config.rankColumn()) {
            return rank == null ? SqlNull.NULL : rank.value(match);
        }
        return config.content == ContentKind.NONE ? SqlNull.NULL : match.value(column);
    }

    @Override
    public Object columnToKeep(int column) {
        return column < config.columnCount() ? TableCursor.UNCHANGED : column(column);
    }

    private void reset() {
        if (match != null) {
            match.close();
            match = null;
        }
        content = null;
        equal = null;
        rank = null;
        sorted = null;
        begun = false;
        plan = Plan.NONE;
    }

    @Override
    public void close() {
        try {
            reset();
        } finally {
            table.closed(this);
        }
    }
}
