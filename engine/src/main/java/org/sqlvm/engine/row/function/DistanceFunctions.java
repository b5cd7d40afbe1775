package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.TAKES_SUBTYPES;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.VectorBlob;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.VectorForm;
import org.sqlvm.engine.row.embedding.Distance;
import org.sqlvm.engine.row.embedding.ElementType;
import org.sqlvm.engine.row.embedding.Embedding;
import org.sqlvm.engine.row.embedding.FixedEmbedding;

import java.util.List;

/** The distances between two embeddings, under sqlite-vec's names: see {@link Distance}. */
final class DistanceFunctions {
    static final List<SqlFunction> FUNCTIONS = List.of(
            distance("vec_distance_cosine", Distance.COSINE),
            distance("vec_distance_dot", Distance.DOT),
            distance("vec_distance_hamming", Distance.HAMMING),
            distance("vec_distance_l1", Distance.L1),
            distance("vec_distance_l2", Distance.L2));

    private DistanceFunctions() {}

    private static Scalar distance(String name, Distance distance) {
        return Scalar.of(name, 2, (context, arguments) -> of(distance, arguments))
                .with(TAKES_SUBTYPES)
                .with(VectorForm.ofBlobs(fixed -> form(distance, fixed)));
    }

    @TruffleBoundary
    private static Object of(Distance distance, Object[] arguments) {
        return distance.of(arguments);
    }

    private static VectorForm.Blobs form(Distance distance, Object fixed) {
        Embedding one;
        try {
            one = Embedding.of(fixed);
        } catch (SqlException e) {
            return null; // The function itself says whose error comes first.
        }
        if (!distance.takes(one.type()) || distance.givesIntegers(one.type())) {
            return null;
        }
        FixedEmbedding to = new FixedEmbedding(distance, one);
        return (values, count, results) -> apply(to, values, count, results);
    }

    private static boolean apply(
            FixedEmbedding fixed, Object[] values, int count, double[] results) {
        for (int i = 0; i < count; i++) {
            if (!(values[i] instanceof Blob blob)
                    || blob.length != fixed.size()
                    || typeOf(blob) != fixed.type()) {
                return false;
            }
            results[i] = fixed.to(blob.array, blob.offset);
        }
        return true;
    }

    private static ElementType typeOf(Blob blob) {
        return blob instanceof VectorBlob vector
                ? ElementType.of(vector.subtype)
                : ElementType.FLOAT32;
    }
}
