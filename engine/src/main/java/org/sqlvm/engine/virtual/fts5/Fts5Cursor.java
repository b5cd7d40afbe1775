package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.TableCursor;
import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.LocaleText;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.Locale;

/** Walks over rows of a full-text table. */
final class Fts5Cursor extends VirtualCursor {
    private final Fts5Table table;
    private final TableConfig config;
    private final long number;

    private Plan plan = Plan.NONE;
    private ContentRows content;
    /** Whether {@link #content} stands on the row. */
    private boolean contentCurrent;

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
        ROWID,
        END
    }

    Fts5Cursor(Fts5Table table, long number) {
        this.table = table;
        this.config = table.config();
        this.number = number;
    }

    Fts5Table table() {
        return table;
    }

    /** What the column with the table's name shows. */
    long number() {
        return number;
    }

    @Override
    public void filter(ScanPlan scan, Object[] arguments) {
        reset();
        Object less = null;
        Object greater = null;
        String letters = scan.text();
        int at = 0;
        for (Object argument : arguments) {
            char letter = letters.charAt(at++);
            int column = 0;
            while (at < letters.length() && Character.isDigit(letters.charAt(at))) {
                column = column * 10 + letters.charAt(at++) - '0';
            }
            switch (letter) {
                case '=' -> equal = argument;
                case '<' -> less = argument;
                case '>' -> greater = argument;
                case 'M' -> {
                    String q = argument == SqlNull.NULL ? "" : org.sqlvm.engine.data.Casts.toText(argument).toString();
                    if (q.startsWith("*")) {
                        setSpecial(q);
                        return;
                    }
                    throw SqlException.error("TODO");
                }
                default -> throw SqlException.error("TODO");
            }
        }
        boolean descending = (scan.index() & Planning.DESCENDING) != 0;
        table.index().loadConfig();
        if (config.contentTable == null) {
            throw SqlException.error(config.name() + ": table does not support scanning");
        }
        content = table.storage().content();
        if (equal != null) {
            plan = Plan.ROWID;
        } else {
            plan = Plan.SCAN;
            content.scan(limit(greater, Long.MIN_VALUE), limit(less, Long.MAX_VALUE), descending);
        }
    }

    /** A question about the table itself, not a query of its rows. */
    private void setSpecial(String query) {
        int start = ConfigWords.skipSpaces(query, 1);
        int end = query.indexOf(' ', start);
        String name = query.substring(start, end < 0 ? query.length() : end);
        special =
                switch (name.toLowerCase(Locale.ROOT)) {
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

    @Override
    public boolean next() {
        return switch (plan) {
            case ROWID -> {
                plan = Plan.END;
                contentCurrent = content.seekEqual(equal);
                yield contentCurrent;
            }
            case SCAN -> {
                contentCurrent = content.next();
                yield contentCurrent;
            }
            case SPECIAL -> {
                plan = Plan.SPECIAL_ROW;
                yield true;
            }
            default -> false;
        };
    }

    @Override
    public long rowid() {
        if (plan == Plan.SPECIAL_ROW) {
            return 0;
        }
        return content.rowid();
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
            return SqlNull.NULL;
        }
        Object value = content.value(column);
        return config.locale && config.content == ContentKind.EXTERNAL && LocaleText.is(value)
                ? LocaleText.decode(value).text()
                : value;
    }

    @Override
    public Object columnToKeep(int column) {
        return column < config.columnCount() ? TableCursor.UNCHANGED : column(column);
    }

    private void reset() {
        if (content != null) {
            content.close();
            content = null;
        }
        contentCurrent = false;
        equal = null;
        plan = Plan.NONE;
    }

    @Override
    public void close() {
        reset();
        table.closed(this);
    }
}
