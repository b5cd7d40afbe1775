package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Condition;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.ModuleCall;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.List;
import java.util.Locale;

/** {@code USING fts5vocab(…)}: the terms of a full-text table (fts5.html section 9). */
public final class VocabModule implements EngineModule {
    static final int TERM_EQ = 0x100;
    static final int TERM_GE = 0x200;
    static final int TERM_LE = 0x400;
    static final int COLUMNS_USED = 0xFF;

    private static final double TERM_COST = 100;
    private static final double SCAN_COST = 1_000_000;

    /** The row of a table of terms. */
    enum Kind {
        /** A term in one column. */
        COL("term, col, doc, cnt"),
        /** A term. */
        ROW("term, doc, cnt"),
        /** One occurrence of a term. */
        INSTANCE("term, doc, col, offset");

        private final String columns;

        Kind(String columns) {
            this.columns = columns;
        }
    }

    @Override
    public ModuleTable connect(ModuleCall call) {
        List<String> arguments = call.arguments();
        boolean other = arguments.size() == 3 && call.database().isTemp();
        if (arguments.size() != 2 && !other) {
            throw SqlException.error("wrong number of vtable arguments");
        }
        int first = other ? 1 : 0;
        String database = other ? arguments.get(0) : call.database().name();
        return new VocabTable(
                call.host(),
                Identifiers.unquoted(database),
                Identifiers.unquoted(arguments.get(first)),
                kind(Identifiers.unquoted(arguments.get(first + 1))));
    }

    private static Kind kind(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "col" -> Kind.COL;
            case "row" -> Kind.ROW;
            case "instance" -> Kind.INSTANCE;
            default ->
                throw SqlException.error(
                        "fts5vocab: unknown table type: " + Identifiers.literal(name));
        };
    }

    /** @param database the name of the database with the full-text table */
    record VocabTable(ModuleHost host, String database, String fullText, Kind kind)
            implements EngineTable {
        @Override
        public String declaration() {
            return "CREATE TABLE vocab(" + kind.columns + ")";
        }

        @Override
        public ScanPlan plan(ScanRequest request) {
            int equal = -1;
            int from = -1;
            int to = -1;
            for (int i = 0; i < request.conditions().size(); i++) {
                Condition condition = request.conditions().get(i);
                if (condition.column() == 0 && condition.collation().equalsIgnoreCase("BINARY")) {
                    switch (condition.operator()) {
                        case EQ -> equal = i;
                        case LE, LT -> to = i;
                        case GE, GT -> from = i;
                        default -> {}
                    }
                }
            }
            int index = (int) request.columnsUsed() & COLUMNS_USED;
            ScanPlan plan = ScanPlan.all();
            double cost = SCAN_COST;
            if (equal >= 0) {
                index |= TERM_EQ;
                plan = plan.with(equal, false);
                cost = TERM_COST;
            } else {
                if (from >= 0) {
                    index |= TERM_GE;
                    plan = plan.with(from, false);
                    cost /= 2;
                }
                if (to >= 0) {
                    index |= TERM_LE;
                    plan = plan.with(to, false);
                    cost /= 2;
                }
            }
            List<ScanRequest.SortColumn> order = request.order();
            boolean sorted = order.size() == 1
                    && order.get(0).column() == 0
                    && !order.get(0).descending();
            ScanPlan found = plan.withIndex(index).withCost(cost, UNKNOWN_ROWS);
            return sorted ? found.inOrder() : found;
        }

        @Override
        public VirtualCursor open(CursorContext context) {
            return new VocabCursor(this);
        }
    }
}
