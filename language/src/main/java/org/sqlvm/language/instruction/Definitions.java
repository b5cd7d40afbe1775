package org.sqlvm.language.instruction;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.IntegrityCheck;
import org.sqlvm.engine.btree.Meta;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.language.runtime.ExecutionState;

import java.util.List;

/** Instructions about transactions, the schema, and whole databases. */
final class Definitions {
    /** Field 1 of SetCookie is the schema cookie, 2 the schema format: SQLite's numbers. */
    private static final List<Meta> COOKIES = List.of(
            Meta.FREELIST_COUNT,
            Meta.SCHEMA_COOKIE,
            Meta.SCHEMA_FORMAT,
            Meta.DEFAULT_CACHE_SIZE,
            Meta.LARGEST_ROOT_PAGE,
            Meta.TEXT_ENCODING,
            Meta.USER_VERSION,
            Meta.INCREMENTAL_VACUUM,
            Meta.APPLICATION_ID);

    private Definitions() {}

    /** The task of an instruction of this family; null for one of another family. */
    static Task of(Instruction i) {
        return switch (i.opcode()) {
            case AutoCommit ->
                Task.step((state, _) -> state.connection.setAutocommit(i.p1() != 0, i.p2() != 0));
            case Savepoint -> Task.step((state, _) -> savepoint(state, i.p1(), (String) i.p4()));
            case CreateBtree ->
                Task.value((state, _) ->
                        (long) state.connection.btree(i.p1()).trees().create(i.p3() != 2));
            case Clear -> Task.step((state, _) -> clear(state, i.p2(), i.p1(), i.p3() == 1));
            case Destroy -> Task.value((state, _) -> destroy(state, i.p3(), i.p1()));
            case SetCookie ->
                Task.step((state, _) ->
                        setCookie(state, i.p1(), COOKIES.get(i.p2()), i.p3(), i.p5() == 1));
            case ParseSchema -> Task.step((state, _) -> readSchema(state, i.p1(), i.p2() != 0));
            case ReadCookie ->
                Task.value((state, _) ->
                        (long) state.connection.btree(i.p1()).header().get(COOKIES.get(i.p3())));
            case Pagecount ->
                Task.value((state, _) -> (long) state.connection.btree(i.p1()).pageCount());
            case Vacuum -> Task.step((state, in) -> vacuum(state, i.p1(), in));
            case IntegrityCk ->
                (state, in, out) -> {
                    check(state, i.p5(), (int[]) i.p4(), (long) in[0], out);
                    return false;
                };
            default -> null;
        };
    }

    private static void savepoint(ExecutionState state, int operation, String name) {
        switch (operation) {
            case 0 -> state.connection.openSavepoint(name);
            case 1 -> state.connection.releaseSavepoint(name);
            case 2 -> state.connection.rollbackToSavepoint(name);
            default -> throw new AssertionError(operation);
        }
    }

    private static void clear(ExecutionState state, int database, int root, boolean counting) {
        long count = state.connection.btree(database).trees().clear(root);
        if (counting) {
            state.changes += count;
        }
    }

    private static long destroy(ExecutionState state, int database, int root) {
        if (state.connection.hasOtherRuns()) {
            throw new SqlException(ResultCode.LOCKED, "database table is locked");
        }
        return state.connection.btree(database).trees().drop(root);
    }

    /** @param exact the schema's number becomes the value, too, and is not only another one */
    private static void setCookie(
            ExecutionState state, int database, Meta field, int value, boolean exact) {
        Btree btree = state.connection.btree(database);
        boolean schema = field == Meta.SCHEMA_COOKIE;
        btree.header().set(field, schema && !exact ? btree.header().get(field) + 1 : value);
        if (schema && exact) {
            state.connection.forgetSchema(database);
        }
    }

    private static void readSchema(ExecutionState state, int database, boolean findsTables) {
        state.connection.readSchema(database);
        if (findsTables) {
            state.connection.findTablesOfTriggers();
        }
    }

    /** Writes the database itself if there is no file's name. */
    private static void vacuum(ExecutionState state, int database, Object[] file) {
        state.connection.vacuum(database, file.length == 0 ? null : file[0], Polls.of(state));
    }

    private static void check(
            ExecutionState state, int database, int[] roots, long left, Object[] out) {
        long[] counts = new long[roots.length];
        IntegrityCheck check = state.connection
                .btree(database)
                .trees()
                .check(roots, (int) left + 1, counts, Polls.of(state));
        int errors = check.errorCount();
        out[0] = errors == 0 ? left : left - errors + 1;
        out[1] = errors == 0 ? SqlNull.NULL : Text.of(check.text());
        for (int n = 0; n < counts.length; n++) {
            out[2 + n] = counts[n];
        }
    }
}
