package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.TAKES_SUBTYPES;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.JsonText;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.VectorForm;
import org.sqlvm.engine.row.embedding.DistanceLoops;
import org.sqlvm.engine.row.embedding.ElementType;
import org.sqlvm.engine.row.embedding.Embedding;

import java.util.List;

/**
 * Functions that make embeddings and describe them, under sqlite-vec's names and with its results.
 */
final class EmbeddingFunctions {
    static final List<SqlFunction> FUNCTIONS = List.of(
            typed("vec_bit", ElementType.BIT),
            typed("vec_f32", ElementType.FLOAT32),
            typed("vec_int8", ElementType.INT8),
            of("vec_add", 2, EmbeddingFunctions::add),
            of("vec_length", 1, arguments -> Embedding.of(arguments[0]).length()),
            of("vec_normalize", 1, EmbeddingFunctions::normalize),
            of("vec_quantize_binary", 1, EmbeddingFunctions::quantizeBinary),
            of("vec_quantize_int8", 2, EmbeddingFunctions::quantizeInt8),
            of("vec_slice", 3, EmbeddingFunctions::slice),
            of("vec_sub", 2, EmbeddingFunctions::subtract),
            Scalar.of("vec_to_json", 1, EmbeddingFunctions::toJson).with(TAKES_SUBTYPES),
            of("vec_type", 1, arguments -> Text.of(Embedding.of(arguments[0]).type().words)));

    /** The only way that sqlite-vec knows of making int8 of floats: from -1 to 1. */
    private static final Text UNIT = Text.of("unit");

    private static final float UNIT_STEP = (float) (2.0 / 255);

    private EmbeddingFunctions() {}

    private interface Body {
        Object call(Object[] arguments);
    }

    private static Scalar of(String name, int argumentCount, Body body) {
        return Scalar.of(name, argumentCount, (context, arguments) -> call(body, arguments))
                .with(TAKES_SUBTYPES);
    }

    @TruffleBoundary
    private static Object call(Body body, Object[] arguments) {
        return body.call(arguments);
    }

    /** The value as an embedding whose elements have a type, whatever it was before. */
    private static Scalar typed(String name, ElementType type) {
        return of(name, 1, arguments -> Embedding.of(type, arguments[0]).value().owned())
                .with(VectorForm.ofBlob(value -> shared(type, value)));
    }

    /** The embedding with the bytes of the value; null if it is none. */
    private static Object shared(ElementType type, Object value) {
        boolean fits = value instanceof Blob blob
                && blob.length > 0
                && (type != ElementType.FLOAT32 || blob.length % Float.BYTES == 0);
        return fits ? Embedding.of(type, value).value() : null;
    }

    @TruffleBoundary
    private static Object toJson(CallContext context, Object[] arguments) {
        Embedding embedding = Embedding.of(arguments[0]);
        TextBuilder target = new TextBuilder(context.lengthMax());
        Conversion conversion = new Conversion();
        conversion.type = 'f';
        target.append('[');
        for (long i = 0; i < embedding.length(); i++) {
            if (i > 0) {
                target.append(',');
            }
            append(target, conversion, embedding, i);
        }
        target.append(']');
        return JsonText.of(target.toText());
    }

    private static void append(
            TextBuilder target, Conversion conversion, Embedding embedding, long index) {
        switch (embedding.type()) {
            case FLOAT32 -> {
                float value = embedding.getFloat((int) index);
                if (Float.isNaN(value)) {
                    target.append("null");
                } else {
                    RealFormat.append(target, conversion, value);
                }
            }
            case INT8 ->
                target.append(
                        Integer.toString(embedding.array()[embedding.offset() + (int) index]));
            case BIT -> {
                int bits = embedding.array()[embedding.offset() + (int) (index / Byte.SIZE)];
                target.append('0' + (bits >> index % Byte.SIZE & 1));
            }
        }
    }

    private static Object add(Object[] arguments) {
        return sum(arguments, 1, "add");
    }

    private static Object subtract(Object[] arguments) {
        return sum(arguments, -1, "subtract");
    }

    private static Object sum(Object[] arguments, int sign, String verb) {
        Embedding[] pair = Embedding.pair(arguments);
        Embedding a = pair[0];
        Embedding b = pair[1];
        byte[] result = new byte[a.size()];
        switch (a.type()) {
            case FLOAT32 -> {
                for (int i = 0; i < a.count(); i++) {
                    float sum = a.getFloat(i) + sign * b.getFloat(i);
                    DistanceLoops.putFloat(result, i * Float.BYTES, sum);
                }
            }
            case INT8 -> {
                for (int i = 0; i < result.length; i++) {
                    int other = b.array()[b.offset() + i];
                    result[i] = (byte) (a.array()[a.offset() + i] + sign * other);
                }
            }
            case BIT -> throw SqlException.error("Cannot " + verb + " two bitvectors together.");
        }
        return Embedding.of(a.type(), result).value();
    }

    /** The embedding of length 1 in the same direction; NaN if it has none. */
    private static Object normalize(Object[] arguments) {
        Embedding embedding = Embedding.of(arguments[0]);
        if (embedding.type() != ElementType.FLOAT32) {
            throw SqlException.error("only float32 vectors are supported when normalizing");
        }
        float squares = DistanceLoops.dot(
                embedding.array(),
                embedding.offset(),
                embedding.array(),
                embedding.offset(),
                embedding.count());
        float norm = (float) Math.sqrt(squares);
        byte[] result = new byte[embedding.size()];
        for (int i = 0; i < embedding.count(); i++) {
            DistanceLoops.putFloat(result, i * Float.BYTES, embedding.getFloat(i) / norm);
        }
        return Embedding.of(ElementType.FLOAT32, result).value();
    }

    private static Object quantizeInt8(Object[] arguments) {
        Embedding embedding = Embedding.of(ElementType.FLOAT32, arguments[0]);
        boolean isUnit = arguments[1] instanceof Text text
                && text.toString().equalsIgnoreCase(UNIT.toString());
        if (!isUnit) {
            throw SqlException.error("2nd argument to vec_quantize_int8() must be 'unit'.");
        }
        byte[] result = new byte[embedding.count()];
        for (int i = 0; i < result.length; i++) {
            double value = (embedding.getFloat(i) + 1.0) / UNIT_STEP - 128;
            // The least and the greatest stand for all beyond; NaN becomes the greatest.
            value = value <= Byte.MAX_VALUE ? value : Byte.MAX_VALUE;
            result[i] = (byte) Math.max(value, Byte.MIN_VALUE);
        }
        return Embedding.of(ElementType.INT8, result).value();
    }

    /** A bit for each element: whether it is positive. */
    private static Object quantizeBinary(Object[] arguments) {
        Embedding embedding = Embedding.of(arguments[0]);
        if (embedding.type() == ElementType.BIT) {
            throw SqlException.error("Can only binary quantize float or int8 vectors");
        }
        int count = embedding.count();
        if (count % Byte.SIZE != 0) {
            throw SqlException.error(
                    "Binary quantization requires vectors with a length divisible by 8");
        }
        byte[] result = new byte[count / Byte.SIZE];
        for (int i = 0; i < count; i++) {
            boolean positive = embedding.type() == ElementType.INT8
                    ? embedding.array()[embedding.offset() + i] > 0
                    : embedding.getFloat(i) > 0;
            result[i / Byte.SIZE] |= (byte) (positive ? 1 << i % Byte.SIZE : 0);
        }
        return Embedding.of(ElementType.BIT, result).value();
    }

    /** The elements from an index to before another one; indexes are ints, as in sqlite-vec. */
    private static Object slice(Object[] arguments) {
        Embedding embedding = Embedding.of(arguments[0]);
        int start = (int) Casts.toLong(arguments[1]);
        int end = (int) Casts.toLong(arguments[2]);
        require(start >= 0, "slice 'start' index must be a postive number.");
        require(end >= 0, "slice 'end' index must be a postive number.");
        require(
                start <= embedding.length(),
                "slice 'start' index is greater than the number of dimensions");
        require(
                end <= embedding.length(),
                "slice 'end' index is greater than the number of dimensions");
        require(start <= end, "slice 'start' index is greater than 'end' index");
        require(
                start != end,
                "slice 'start' index is equal to the 'end' index, "
                        + "vectors must have non-zero length");
        if (embedding.type() == ElementType.BIT) {
            require(start % Byte.SIZE == 0, "start index must be divisible by 8.");
            require(end % Byte.SIZE == 0, "end index must be divisible by 8.");
        }
        int first = bytes(embedding.type(), start);
        int size = bytes(embedding.type(), end) - first;
        return new Embedding(embedding.type(), embedding.array(), embedding.offset() + first, size)
                .value()
                .owned();
    }

    private static int bytes(ElementType type, int count) {
        return switch (type) {
            case FLOAT32 -> count * Float.BYTES;
            case BIT -> count / Byte.SIZE;
            case INT8 -> count;
        };
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw SqlException.error(message);
        }
    }
}
