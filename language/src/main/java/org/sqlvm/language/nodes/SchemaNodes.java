package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.Node;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.IntegrityCheck;
import org.sqlvm.engine.btree.Meta;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.language.instruction.Runs;
import org.sqlvm.language.runtime.ExecutionState;

import java.util.List;

/** Instructions about transactions and the schema. */
final class SchemaNodes {
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

    private SchemaNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return switch (i.opcode()) {
            case Transaction ->
                new TransactionNode(i.p2() != 0, i.p2() == 2, i.p5() != 0, i.p3() != 0, i.p1());
            case AutoCommit -> new AutoCommitNode(i.p1() != 0, i.p2() != 0);
            case Savepoint -> new SavepointNode(i.p1(), (String) i.p4());
            case CreateBtree -> new CreateBtreeNode(i.p2(), i.p3() == 2, i.p1());
            case Clear -> new ClearNode(i.p1(), i.p3() == 1, i.p2());
            case Destroy -> new DestroyNode(i.p1(), i.p2(), i.p3());
            case SetCookie -> new SetCookieNode(COOKIES.get(i.p2()), i.p3(), i.p5() == 1, i.p1());
            case ParseSchema -> new ParseSchemaNode(i.p1(), i.p2() != 0);
            case ReadCookie -> new ReadCookieNode(COOKIES.get(i.p3()), i.p2(), i.p1());
            case Pagecount -> new PagecountNode(i.p2(), i.p1());
            case PragmaValue -> new PragmaValueNode((String) i.p4(), i.p2(), i.p1());
            case Checkpoint -> new CheckpointNode((String) i.p4(), i.p2(), i.p1(), i.p3() == 1);
            case PragmaSet ->
                new PragmaSetNode((String) i.p4(), builder.operand(i.p3()), i.p2(), i.p1());
            case Vacuum -> new VacuumNode(i.p2() == 0 ? null : builder.operand(i.p2()), i.p1());
            case IntegrityCk ->
                new IntegrityCkNode(i.p1(), builder.operand(i.p1()), (int[]) i.p4(), i.p5());
            default -> null;
        };
    }

    static final class TransactionNode extends InstructionNode.Step {
        private final int database;
        private final boolean write;
        private final boolean exclusive;
        private final boolean undoable;
        private final boolean lenient;

        TransactionNode(
                boolean write, boolean exclusive, boolean undoable, boolean lenient, int database) {
            this.database = database;
            this.lenient = lenient;
            this.write = write;
            this.exclusive = exclusive;
            this.undoable = undoable;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            begin(state);
        }

        @TruffleBoundary
        private void begin(ExecutionState state) {
            Runs.begin(state, database, write, exclusive, undoable, lenient);
        }
    }

    static final class AutoCommitNode extends InstructionNode.Step {
        private final boolean on;
        private final boolean rollback;

        AutoCommitNode(boolean on, boolean rollback) {
            this.on = on;
            this.rollback = rollback;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            set(state);
        }

        @TruffleBoundary
        private void set(ExecutionState state) {
            state.connection.setAutocommit(on, rollback);
        }
    }

    static final class SavepointNode extends InstructionNode.Step {
        private final int operation;
        private final String name;

        SavepointNode(int operation, String name) {
            this.operation = operation;
            this.name = name;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            run(state);
        }

        @TruffleBoundary
        private void run(ExecutionState state) {
            switch (operation) {
                case 0 -> state.connection.openSavepoint(name);
                case 1 -> state.connection.releaseSavepoint(name);
                case 2 -> state.connection.rollbackToSavepoint(name);
                default -> throw new AssertionError(operation);
            }
        }
    }

    static final class CreateBtreeNode extends InstructionNode.Step {
        private final int database;
        private final int target;
        private final boolean index;

        CreateBtreeNode(int target, boolean index, int database) {
            this.database = database;
            this.target = target;
            this.index = index;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Registers.setLong(frame, target, create(state));
        }

        @TruffleBoundary
        private long create(ExecutionState state) {
            return state.connection.btree(database).trees().create(!index);
        }
    }

    static final class ClearNode extends InstructionNode.Step {
        private final int database;
        private final int root;
        private final boolean counting;

        ClearNode(int root, boolean counting, int database) {
            this.database = database;
            this.root = root;
            this.counting = counting;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            clear(state);
        }

        @TruffleBoundary
        private void clear(ExecutionState state) {
            long count = state.connection.btree(database).trees().clear(root);
            if (counting) {
                state.changes += count;
            }
        }
    }

    static final class DestroyNode extends InstructionNode.Step {
        private final int database;
        private final int root;
        private final int target;

        DestroyNode(int root, int target, int database) {
            this.database = database;
            this.root = root;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Registers.setLong(frame, target, destroy(state));
        }

        @TruffleBoundary
        private long destroy(ExecutionState state) {
            if (state.connection.hasOtherRuns()) {
                throw new SqlException(ResultCode.LOCKED, "database table is locked");
            }
            return state.connection.btree(database).trees().drop(root);
        }
    }

    static final class SetCookieNode extends InstructionNode.Step {
        private final int database;
        private final Meta field;
        private final int value;
        /** The schema's number becomes the value, too, and is not only another one. */
        private final boolean exact;

        SetCookieNode(Meta field, int value, boolean exact, int database) {
            this.database = database;
            this.field = field;
            this.value = value;
            this.exact = exact;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            set(state);
        }

        @TruffleBoundary
        private void set(ExecutionState state) {
            Btree btree = state.connection.btree(database);
            boolean schema = field == Meta.SCHEMA_COOKIE;
            btree.header().set(field, schema && !exact ? btree.header().get(field) + 1 : value);
            if (schema && exact) {
                state.connection.forgetSchema(database);
            }
        }
    }

    static final class ReadCookieNode extends InstructionNode.Step {
        private final int database;
        private final Meta field;
        private final int target;

        ReadCookieNode(Meta field, int target, int database) {
            this.database = database;
            this.field = field;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Registers.setLong(frame, target, read(state));
        }

        @TruffleBoundary
        private long read(ExecutionState state) {
            return state.connection.btree(database).header().get(field);
        }
    }

    static final class PagecountNode extends InstructionNode.Step {
        private final int database;
        private final int target;

        PagecountNode(int target, int database) {
            this.database = database;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Registers.setLong(frame, target, count(state));
        }

        @TruffleBoundary
        private long count(ExecutionState state) {
            return state.connection.btree(database).pageCount();
        }
    }

    static final class PragmaValueNode extends InstructionNode.Step {
        private final int database;
        private final String pragma;
        private final int target;

        PragmaValueNode(String pragma, int target, int database) {
            this.database = database;
            this.pragma = pragma;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Registers.set(frame, target, value(state));
        }

        @TruffleBoundary
        private Object value(ExecutionState state) {
            return state.connection.pragmaValue(pragma, database);
        }
    }

    static final class PragmaSetNode extends InstructionNode.Step {
        private final int database;
        private final String pragma;
        private final Operand argument;
        private final int target;

        PragmaSetNode(String pragma, Operand argument, int target, int database) {
            this.database = database;
            this.pragma = pragma;
            this.argument = argument;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Registers.set(frame, target, set(state, argument.get(frame)));
        }

        @TruffleBoundary
        private Object set(ExecutionState state, Object value) {
            return state.connection.setPragma(pragma, value.toString(), database);
        }
    }

    static final class CheckpointNode extends InstructionNode.Step {
        private final int database;
        private final boolean attached;
        private final String mode;
        private final int target;

        CheckpointNode(String mode, int target, int database, boolean attached) {
            this.database = database;
            this.attached = attached;
            this.mode = mode;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            long[] result = run(state);
            Registers.setLong(frame, target, result[0]);
            Registers.setLong(frame, target + 1, result[1]);
            Registers.setLong(frame, target + 2, result[2]);
        }

        @TruffleBoundary
        private long[] run(ExecutionState state) {
            return state.connection.checkpoint(mode, database, attached);
        }
    }

    /** For one instruction that runs long: whether to go on. */
    private static Runnable poll(Node node, ExecutionState state) {
        Interruption interruption = state.connection.workspace().interruption();
        return () -> {
            TruffleSafepoint.poll(node);
            interruption.check();
        };
    }

    static final class VacuumNode extends InstructionNode.Step {
        private final int database;
        /** The file's name; null to write the database itself. */
        private final Operand into;

        VacuumNode(Operand into, int database) {
            this.database = database;
            this.into = into;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            run(state, into == null ? null : into.get(frame));
        }

        @TruffleBoundary
        private void run(ExecutionState state, Object file) {
            state.connection.vacuum(database, file, poll(this, state));
        }
    }

    static final class IntegrityCkNode extends InstructionNode.Step {
        private final int database;
        private final int first;
        private final Operand errorsLeft;

        @CompilationFinal(dimensions = 1)
        private final int[] roots;

        IntegrityCkNode(int first, Operand errorsLeft, int[] roots, int database) {
            this.database = database;
            this.first = first;
            this.errorsLeft = errorsLeft;
            this.roots = roots;
        }

        @Override
        @ExplodeLoop
        public void execute(VirtualFrame frame, ExecutionState state) {
            long left = errorsLeft.getLong(frame);
            long[] counts = new long[roots.length];
            IntegrityCheck check = check(state, (int) left + 1, counts);
            int errors = check.errorCount();
            Registers.setLong(frame, first, errors == 0 ? left : left - errors + 1);
            Registers.set(frame, first + 1, text(check));
            for (int i = 0; i < roots.length; i++) {
                Registers.setLong(frame, first + 2 + i, counts[i]);
            }
        }

        @TruffleBoundary
        private IntegrityCheck check(ExecutionState state, int errorsMax, long[] counts) {
            return state.connection
                    .btree(database)
                    .trees()
                    .check(roots, errorsMax, counts, poll(this, state));
        }

        @TruffleBoundary
        private static Object text(IntegrityCheck check) {
            return check.errorCount() == 0 ? SqlNull.NULL : Text.of(check.text());
        }
    }

    static final class ParseSchemaNode extends InstructionNode.Step {
        private final int database;
        private final boolean findsTables;

        ParseSchemaNode(int database, boolean findsTables) {
            this.database = database;
            this.findsTables = findsTables;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            parse(state);
        }

        @TruffleBoundary
        private void parse(ExecutionState state) {
            state.connection.readSchema(database);
            if (findsTables) {
                state.connection.findTablesOfTriggers();
            }
        }
    }

    static final class NoopNode extends InstructionNode.Step {
        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {}
    }
}
