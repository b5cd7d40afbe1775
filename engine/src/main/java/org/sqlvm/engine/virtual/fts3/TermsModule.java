package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.ModuleCall;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.Arrays;
import java.util.List;

/** {@code USING fts4aux(t)}: the terms of a full-text table, and how many rows have them. */
public final class TermsModule implements EngineModule {
    private static final int TERM = 0;
    private static final int LANGUAGE = 4;
    private static final int EQUAL = 1;
    private static final int FROM = 2;
    private static final int UP_TO = 4;
    private static final double COST = 20_000;
    private static final double EQUAL_COST = 5;
    private static final int COLUMN_MAX = 32767;

    @Override
    public ModuleTable connect(ModuleCall call) {
        List<String> arguments = call.arguments();
        boolean named = arguments.size() == 2 && call.database().isTemp();
        if (arguments.size() != 1 && !named) {
            throw SqlException.error("invalid arguments to fts4aux constructor");
        }
        return new TermsTable(
                call.host(),
                call.database(),
                named ? arguments.get(0) : null,
                Arguments.unquoted(arguments.get(arguments.size() - 1)));
    }

    /** @param schema where the full-text table is; null for where this one is */
    private record TermsTable(ModuleHost host, DatabaseId database, String schema, String name)
            implements EngineTable {
        @Override
        public String declaration() {
            return "CREATE TABLE x(term, col, documents, occurrences, languageid HIDDEN)";
        }

        @Override
        public boolean usesAllSchemas() {
            return schema != null;
        }

        @Override
        public ScanPlan plan(ScanRequest request) {
            int equal = -1;
            int from = -1;
            int upTo = -1;
            int language = -1;
            List<ScanRequest.Condition> conditions = request.conditions();
            for (int i = 0; i < conditions.size(); i++) {
                ScanRequest.Condition each = conditions.get(i);
                if (!"BINARY".equalsIgnoreCase(each.collation())) {
                    continue;
                }
                Operator operator = each.operator();
                if (each.column() == TERM) {
                    equal = operator == Operator.EQ ? i : equal;
                    upTo = operator == Operator.LT || operator == Operator.LE ? i : upTo;
                    from = operator == Operator.GT || operator == Operator.GE ? i : from;
                } else if (each.column() == LANGUAGE && operator == Operator.EQ) {
                    language = i;
                }
            }
            ScanPlan plan = ScanPlan.all();
            int index = EQUAL;
            double cost = EQUAL_COST;
            if (equal >= 0) {
                plan = plan.with(equal, false);
            } else {
                index = (from >= 0 ? FROM : 0) + (upTo >= 0 ? UP_TO : 0);
                cost = COST / (from >= 0 ? 2 : 1) / (upTo >= 0 ? 2 : 1);
                plan = plan.with(from, false).with(upTo, false);
            }
            plan = plan.with(language, false)
                    .withIndex(index)
                    .withCost(language >= 0 ? cost - 1 : cost, EngineTable.UNKNOWN_ROWS);
            boolean sorted = request.order().size() == 1
                    && request.order().get(0).column() == TERM
                    && !request.order().get(0).descending();
            return sorted ? plan.inOrder() : plan;
        }

        @Override
        public VirtualCursor open(CursorContext context) {
            return new TermsCursor(this);
        }

        private DatabaseId databaseOfTable() {
            if (schema == null) {
                return database;
            }
            for (int number : host.databaseNumbers()) {
                DatabaseId id = new DatabaseId(number, schema);
                if (host.database(schema) != null && host.database(schema) == host.database(id)) {
                    return id;
                }
            }
            throw Faults.plain();
        }
    }

    /** Numbers of rows and of positions. */
    private static final class Counts {
        long rows;
        long positions;
    }

    private static final class TermsCursor extends VirtualCursor {
        private final TermsTable table;
        private TermReader reader;
        private byte[] stop;
        private int language;
        private long rowid;
        /** Those of all columns, and of each. */
        private Counts[] counts = {};

        private int at;

        TermsCursor(TermsTable table) {
            this.table = table;
        }

        @Override
        public void filter(ScanPlan plan, Object[] arguments) {
            int number = plan.index();
            int next = 0;
            boolean begins = number == EQUAL || (number & FROM) != 0;
            Object first = arguments.length > 0 ? arguments[0] : null;
            byte[] term = begins && first instanceof Text text ? text.toArray() : null;
            next += begins ? 1 : 0;
            stop = null;
            if (number != EQUAL && (number & UP_TO) != 0) {
                Object value = arguments[next++];
                stop = first instanceof Text && value instanceof Bytes ? Content.text(value) : null;
            }
            language = 0;
            if (next < arguments.length) {
                language = Math.max(0, (int) Casts.toLong(arguments[next]));
            }
            rowid = 0;
            counts = new Counts[0];
            at = 0;
            byte[] wanted = term;
            Faults.guard(() -> open(wanted, number == EQUAL));
        }

        private void open(byte[] term, boolean equal) {
            Definition definition = new Definition();
            definition.database = table.databaseOfTable();
            definition.name = table.name();
            definition.isFts4 = true;
            FullTextIndex index = new FullTextIndex(
                    definition,
                    new Segments(table.host(), definition.database, definition.name),
                    false);
            reader = new TermReader(false);
            if (equal && term != null) {
                index.addReaders(reader, language, 0, term, false);
            } else {
                index.addScan(reader, language, term);
            }
            reader.start(new TermReader.Filter(term, -1, false, false, !equal, false));
        }

        @Override
        public boolean next() {
            rowid++;
            for (at++; at < counts.length; at++) {
                if (counts[at] != null && counts[at].rows > 0) {
                    return true;
                }
            }
            return Faults.guard(this::nextTerm);
        }

        private boolean nextTerm() {
            if (!reader.next()) {
                return false;
            }
            if (stop != null
                    && Node.compare(stop, stop.length, reader.term, reader.termLength) < 0) {
                return false;
            }
            counts = new Counts[] {new Counts(), new Counts()};
            count();
            at = 0;
            return true;
        }

        private Counts ofColumn(int column) {
            if (column + 1 >= counts.length) {
                counts = Arrays.copyOf(counts, column + 2);
            }
            if (counts[column + 1] == null) {
                counts[column + 1] = new Counts();
            }
            return counts[column + 1];
        }

        private void count() {
            byte[] list = reader.list;
            int from = reader.listFrom;
            int end = from + reader.listLength;
            while (from < end) {
                from += Varints.length(list, from);
                counts[0].rows++;
                int column = 0;
                boolean first = true;
                while (from < end) {
                    long value = Varints.read(list, from);
                    from += Varints.length(list, from);
                    if (first && value > 1) {
                        counts[1].rows++;
                    }
                    first = false;
                    if (value == 0) {
                        break;
                    }
                    if (value == 1) {
                        long named = from < end ? Varints.read(list, from) : 0;
                        from += Varints.length(list, from);
                        column = (int) named;
                        if (named < 1 || named > COLUMN_MAX) {
                            throw Faults.corrupt();
                        }
                        ofColumn(column).rows++;
                    } else {
                        ofColumn(column).positions++;
                        counts[0].positions++;
                    }
                }
            }
        }

        @Override
        public Object column(int column) {
            return switch (column) {
                case TERM ->
                    new Text(Arrays.copyOf(reader.term, reader.termLength), 0, reader.termLength);
                case 1 -> at == 0 ? Text.of("*") : (Object) (at - 1L);
                case 2 -> counts[at].rows;
                case 3 -> counts[at].positions;
                default -> (long) language;
            };
        }

        @Override
        public long rowid() {
            return rowid;
        }
    }
}
