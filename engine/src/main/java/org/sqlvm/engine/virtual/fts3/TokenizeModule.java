package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.ModuleCall;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.Arrays;
import java.util.List;

/** {@code USING fts3tokenize('porter')}: the tokens of a text, {@code WHERE input = …}. */
public final class TokenizeModule implements EngineModule {
    private static final int BY_INPUT = 1;
    /** The cost of a scan, which is an error; SQLite's for a plan that says nothing. */
    private static final double COST = 5e98;

    @Override
    public boolean isEponymous() {
        return false;
    }

    @Override
    public ModuleTable connect(ModuleCall call) {
        List<String> words = call.arguments().stream().map(Arguments::unquoted).toList();
        String name = words.isEmpty() ? "simple" : words.get(0);
        Tokenizer tokenizer =
                Arguments.tokenizer(name, words.subList(Math.min(1, words.size()), words.size()));
        if (tokenizer == null) {
            throw SqlException.error("vtable constructor failed: " + call.table());
        }
        return new TokensTable(tokenizer);
    }

    private record TokensTable(Tokenizer tokenizer) implements EngineTable {
        @Override
        public String declaration() {
            return "CREATE TABLE x(input, token, start, end, position)";
        }

        @Override
        public ScanPlan plan(ScanRequest request) {
            int input = request.find(0, Operator.EQ);
            return input >= 0
                    ? ScanPlan.all()
                            .with(input, true)
                            .withIndex(BY_INPUT)
                            .withCost(1, EngineTable.UNKNOWN_ROWS)
                    : ScanPlan.all().withCost(COST, EngineTable.UNKNOWN_ROWS);
        }

        @Override
        public VirtualCursor open(CursorContext context) {
            return new TokensCursor(tokenizer);
        }
    }

    private static final class TokensCursor extends VirtualCursor {
        private final Tokenizer tokenizer;
        private byte[] input;
        private Tokens tokens;
        private long rowid;

        TokensCursor(Tokenizer tokenizer) {
            this.tokenizer = tokenizer;
        }

        @Override
        public void filter(ScanPlan plan, Object[] arguments) {
            if (plan.index() != BY_INPUT) {
                throw Faults.plain();
            }
            byte[] text = Content.text(arguments[0]);
            input = text == null ? new byte[0] : text;
            tokens = tokenizer.open(input, 0, input.length);
            rowid = 0;
        }

        @Override
        public boolean next() {
            rowid++;
            return tokens.next();
        }

        @Override
        public Object column(int column) {
            return switch (column) {
                case 0 -> new Text(input, 0, end(input));
                case 1 -> new Text(Arrays.copyOf(tokens.token, tokens.length), 0, tokens.length);
                case 2 -> (long) tokens.start;
                case 3 -> (long) tokens.end;
                default -> (long) tokens.position;
            };
        }

        /** Where the text ends for SQLite's functions. */
        private static int end(byte[] text) {
            int at = 0;
            while (at < text.length && text[at] != 0) {
                at++;
            }
            return at;
        }

        @Override
        public long rowid() {
            return rowid;
        }
    }
}
