package org.sqlvm.engine.row.aggregate;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.RowBuffer;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.geo.Polygon;

import java.util.List;

/** geopoly_group_bbox(shape): the rectangle around polygons. */
public final class PolygonAggregates {
    public static final List<SqlFunction> FUNCTIONS =
            List.of(Aggregate.of("geopoly_group_bbox", 1, 1, collation -> new Box()));

    private PolygonAggregates() {}

    private static final class Box extends Accumulator {
        /** Null before the first polygon. */
        private float[] box;

        @Override
        @TruffleBoundary
        public void step(Object[] arguments) {
            Polygon.Reading reading = Polygon.read(arguments[0]);
            if (reading.isError()) {
                return;
            }
            float[] added =
                    reading.polygon() == null ? new float[4] : reading.polygon().box();
            if (box == null) {
                box = added;
                return;
            }
            for (int i = 0; i < box.length; i += 2) {
                box[i] = added[i] < box[i] ? added[i] : box[i];
                box[i + 1] = added[i + 1] > box[i + 1] ? added[i + 1] : box[i + 1];
            }
        }

        @Override
        @TruffleBoundary
        public Object result() {
            return box == null ? SqlNull.NULL : Polygon.ofBox(box).toBlob();
        }

        @Override
        public Accumulator fresh() {
            return new Box();
        }

        @Override
        public void save(RowBuffer target) {
            target.putBoolean(box != null);
            for (int i = 0; box != null && i < box.length; i++) {
                target.putInt(Float.floatToRawIntBits(box[i]));
            }
        }

        @Override
        public void restore(RowBuffer source) {
            box = source.getBoolean() ? new float[4] : null;
            for (int i = 0; box != null && i < box.length; i++) {
                box[i] = Float.intBitsToFloat(source.getInt());
            }
        }
    }
}
