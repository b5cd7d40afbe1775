package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;

/** Functions that show or check the stored nodes of R-Trees (sqlite.org/rtree.html). */
final class RtreeFunctions {
    private static final Text NUMBER = Text.of("%g");
    private static final int DIMENSIONS_MAX = 5;
    private static final int HEADER_SIZE = 4;

    static final List<SqlFunction> FUNCTIONS = List.of(
            Scalar.changing("rtreenode", 2, 2, RtreeFunctions::node),
            Scalar.changing("rtreedepth", 1, 1, RtreeFunctions::depth),
            Scalar.changing(
                    "rtreecheck",
                    0,
                    Scalar.MANY,
                    (context, arguments) -> context.callModule("rtreecheck", arguments)));

    private RtreeFunctions() {}

    /** The cells of a node: {@code {1 0 10 0 10} {2 …}}. Integers are shown as if floats. */
    private static Object node(CallContext context, Object[] arguments) {
        long dimensions = Casts.toLong(arguments[0]);
        if (dimensions < 1
                || dimensions > DIMENSIONS_MAX
                || !(arguments[1] instanceof Bytes stored)) {
            return SqlNull.NULL;
        }
        byte[] node = stored.toArray();
        int cellSize = 8 + 8 * (int) dimensions;
        int count = node.length < HEADER_SIZE ? 0 : BigEndian.getU16(node, 2);
        if (node.length < HEADER_SIZE + count * cellSize) {
            return SqlNull.NULL;
        }
        TextBuilder text = new TextBuilder(context.lengthMax());
        for (int cell = 0; cell < count; cell++) {
            int at = HEADER_SIZE + cell * cellSize;
            text.append(Text.of((cell == 0 ? "{" : " {") + BigEndian.getLong(node, at)));
            for (int i = 0; i < 2 * dimensions; i++) {
                float coordinate = Float.intBitsToFloat(BigEndian.getInt(node, at + 8 + 4 * i));
                text.append(Text.of(" "));
                text.append(GeopolyFunctions.format(context, NUMBER, coordinate));
            }
            text.append(Text.of("}"));
        }
        return count == 0 ? SqlNull.NULL : text.toText();
    }

    private static Object depth(CallContext context, Object[] arguments) {
        if (!(arguments[0] instanceof Blob node) || node.length < 2) {
            throw SqlException.error("Invalid argument to rtreedepth()");
        }
        return (long) BigEndian.getU16(node.array, node.offset);
    }
}
