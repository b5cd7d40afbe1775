package org.sqlvm.engine.virtual;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.DbstatWalk.Visited;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.ModuleCall;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/**
 * {@code dbstat}: a row for every page of every b-tree, or for every b-tree
 * (sqlite.org/dbstat.html). The pages of a tree come as they are met from the root down.
 */
final class DbstatModule implements EngineModule {
    private static final int NAME = 0;
    private static final int PATH = 1;
    private static final int SCHEMA = 10;
    private static final int AGGREGATE = 11;

    /** Bits of the index number: which conditions are known, and the order. */
    private static final int HAS_SCHEMA = 1;

    private static final int HAS_NAME = 2;
    private static final int HAS_AGGREGATE = 4;
    private static final int BY_NAME = 8;

    private static final double COST = 1e6;

    @Override
    public boolean isEponymous() {
        return true;
    }

    @Override
    public ModuleTable connect(ModuleCall call) {
        String database = call.arguments().isEmpty()
                ? call.database().name()
                : Identifiers.unquoted(call.arguments().getFirst());
        if (call.host().database(database) == null) {
            throw noDatabase(database);
        }
        return new DbstatTable(call.host(), database);
    }

    private static SqlException noDatabase(String name) {
        return SqlException.error("no such database: " + name);
    }

    private record DbstatTable(ModuleHost host, String database) implements EngineTable {
        @Override
        public String declaration() {
            return "CREATE TABLE x(name TEXT, path TEXT, pageno INTEGER, pagetype TEXT,"
                    + " ncell INTEGER, payload INTEGER, unused INTEGER, mx_payload INTEGER,"
                    + " pgoffset INTEGER, pgsize INTEGER, schema TEXT HIDDEN,"
                    + " aggregate BOOLEAN HIDDEN)";
        }

        @Override
        public boolean isDirectOnly() {
            return true;
        }

        @Override
        public ScanPlan plan(ScanRequest request) {
            int index = 0;
            ScanPlan plan = ScanPlan.all();
            int[] columns = {SCHEMA, NAME, AGGREGATE};
            for (int i = 0; i < columns.length; i++) {
                int place = request.find(columns[i], Operator.EQ);
                if (place >= 0) {
                    index |= 1 << i;
                    plan = plan.with(place, columns[i] != NAME);
                }
            }
            if (isOrder(request.order())) {
                index |= BY_NAME;
                plan = plan.inOrder();
            }
            double part = (index & HAS_NAME) != 0 ? 0.1 : 1;
            return plan.withIndex(index).withCost(COST * part, COST * part);
        }

        /** By name, or by name and path. */
        private static boolean isOrder(List<ScanRequest.SortColumn> order) {
            int[] columns = {NAME, PATH};
            boolean same = !order.isEmpty() && order.size() <= columns.length;
            for (int i = 0; same && i < order.size(); i++) {
                same = order.get(i).column() == columns[i] && !order.get(i).descending();
            }
            return same;
        }

        @Override
        public VirtualCursor open(CursorContext context) {
            return new DbstatCursor(this);
        }
    }

    /** A b-tree by name. */
    private record Tree(String name, int root) {}

    private static final class DbstatCursor extends VirtualCursor {
        private final DbstatTable table;
        private String database;
        private boolean aggregate;
        private Btree btree;
        private Iterator<Tree> trees;
        private Tree tree;
        private DbstatWalk walk;
        private Visited page;
        /** Of an aggregate. */
        private long pageCount;

        private long rowid;

        DbstatCursor(DbstatTable table) {
            this.table = table;
        }

        @Override
        public void filter(ScanPlan plan, Object[] arguments) {
            trees = Collections.emptyIterator();
            walk = null;
            int index = plan.index();
            int next = 0;
            database = table.database();
            if ((index & HAS_SCHEMA) != 0) {
                database = String.valueOf(arguments[next++]);
            }
            btree = table.host().database(database);
            if (btree == null) {
                return; // As SQLite's, where it is a condition.
            }
            String name = (index & HAS_NAME) != 0 ? String.valueOf(arguments[next++]) : null;
            aggregate = (index & HAS_AGGREGATE) != 0 && Casts.toLong(arguments[next]) != 0;
            trees = trees(name, (index & BY_NAME) != 0).iterator();
            rowid = 0;
        }

        private List<Tree> trees(String name, boolean sorted) {
            String sql = "SELECT * FROM (SELECT 'sqlite_schema' AS name, 1 AS rootpage UNION ALL"
                    + " SELECT name, rootpage FROM " + Identifiers.quoted(database)
                    + ".sqlite_schema WHERE rootpage != 0)" + (sorted ? " ORDER BY name" : "");
            List<Tree> found = new ArrayList<>();
            for (Object[] row : table.host().run(sql)) {
                Tree read = new Tree(row[0].toString(), ((Long) row[1]).intValue());
                if (name == null || read.name().equals(name)) {
                    found.add(read);
                }
            }
            return found;
        }

        @Override
        public boolean next() {
            rowid++;
            while (true) {
                if (walk != null) {
                    page = walk.next();
                    if (page != null) {
                        return true;
                    }
                }
                if (!trees.hasNext()) {
                    return false;
                }
                tree = trees.next();
                walk = new DbstatWalk(btree, tree.root());
                if (aggregate) {
                    addUp();
                    return true;
                }
            }
        }

        /** All pages of a tree as one. */
        private void addUp() {
            page = null;
            pageCount = 0;
            for (Visited each = walk.next(); each != null; each = walk.next()) {
                page = page == null ? each : page.plus(each);
                pageCount++;
            }
            walk = null;
        }

        @Override
        public Object column(int column) {
            return switch (column) {
                case NAME -> Text.of(tree.name());
                case PATH -> aggregate ? SqlNull.NULL : Text.of(page.path());
                case 2 -> aggregate ? pageCount : (long) page.number();
                case 3 -> aggregate ? SqlNull.NULL : Text.of(page.type());
                case 4 -> page.cellCount();
                case 5 -> page.payload();
                case 6 -> page.unused();
                case 7 -> page.largest();
                case 8 ->
                    aggregate ? SqlNull.NULL : (Object) ((page.number() - 1L) * btree.pageSize());
                case 9 -> (aggregate ? pageCount : 1) * (long) btree.pageSize();
                case SCHEMA -> Text.of(database);
                default -> aggregate ? 1L : 0L;
            };
        }

        @Override
        public long rowid() {
            return rowid;
        }
    }
}
