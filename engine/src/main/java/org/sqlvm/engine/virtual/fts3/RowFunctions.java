package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.api.FunctionOverload;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.HostArguments;

import java.nio.charset.StandardCharsets;
import java.util.function.BiFunction;

/** The functions whose first argument is the hidden column of a full-text table. */
final class RowFunctions {
    private static final int SNIPPET_ARGUMENTS = 6;
    private static final int SNIPPET_TOKENS = 15;
    private static final int SNIPPET_TOKENS_MAX = 64;

    private RowFunctions() {}

    /** Returns null for another function. */
    static FunctionOverload find(FullTextTable table, String name) {
        return switch (name) {
            case "snippet" -> of(table, name, RowFunctions::snippet);
            case "offsets" -> of(table, name, RowFunctions::offsets);
            case "matchinfo" -> of(table, name, RowFunctions::matchinfo);
            case "optimize" -> of(table, name, RowFunctions::optimize);
            default -> null;
        };
    }

    private static FunctionOverload of(
            FullTextTable table,
            String name,
            BiFunction<FullTextCursor, Object[], Object> function) {
        return FunctionOverload.of((arguments, result) -> {
            Object[] values = ((HostArguments) arguments).values();
            if (name.equals("snippet") && values.length > SNIPPET_ARGUMENTS) {
                throw SqlException.error("wrong number of arguments to function snippet()");
            }
            FullTextCursor cursor = table.pointed(values[0], name);
            ((CallResult) result).setValue(Faults.guard(() -> function.apply(cursor, values)));
        });
    }

    private static Object text(byte[] bytes) {
        return bytes == null ? SqlNull.NULL : new Text(bytes, 0, bytes.length);
    }

    private static Object snippet(FullTextCursor cursor, Object[] values) {
        byte[][] marks = {
            "<b>".getBytes(StandardCharsets.US_ASCII),
            "</b>".getBytes(StandardCharsets.US_ASCII),
            "<b>...</b>".getBytes(StandardCharsets.US_ASCII)
        };
        for (int i = 0; i < marks.length && i + 1 < values.length; i++) {
            marks[i] = Content.text(values[i + 1]);
            if (marks[i] == null) {
                throw new SqlException(ResultCode.NOMEM, "out of memory");
            }
        }
        long column = values.length > 4 ? Casts.toLong(values[4]) : -1;
        long tokens = values.length > 5 ? Casts.toLong(values[5]) : SNIPPET_TOKENS;
        if (tokens == 0 || column >= cursor.table().definition().columnCount()) {
            return Text.EMPTY;
        }
        cursor.row();
        if (cursor.evaluation() == null) {
            return Text.EMPTY;
        }
        long limited = Math.clamp(tokens, -SNIPPET_TOKENS_MAX, SNIPPET_TOKENS_MAX);
        return text(Snippet.of(
                cursor,
                new Snippet.Marks(marks[0], marks[1], marks[2]),
                (int) Math.max(column, -1),
                (int) limited));
    }

    private static Object offsets(FullTextCursor cursor, Object[] values) {
        cursor.row();
        return cursor.evaluation() == null ? Text.EMPTY : text(Offsets.of(cursor));
    }

    private static Object matchinfo(FullTextCursor cursor, Object[] values) {
        if (cursor.evaluation() == null) {
            return Blob.EMPTY;
        }
        byte[] format = values.length > 1 ? Content.text(values[1]) : null;
        String letters = format == null
                ? MatchInfo.DEFAULT
                : new String(format, StandardCharsets.ISO_8859_1);
        return Blob.of(cursor.matchInfo(letters).bytes());
    }

    private static Object optimize(FullTextCursor cursor, Object[] values) {
        boolean done = cursor.table().optimize();
        return Text.of(done ? "Index optimized" : "Index already optimal");
    }
}
