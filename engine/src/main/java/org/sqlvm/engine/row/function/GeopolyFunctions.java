package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.NEVER_FAILS;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.geo.Polygon;

import java.util.List;

/** The functions of polygons (sqlite.org/geopoly.html). A value that is no polygon gives NULL. */
public final class GeopolyFunctions {
    private static final Text EXACT = Text.of("%!g");
    private static final Text SHORT = Text.of("%g");

    static final List<SqlFunction> FUNCTIONS = List.of(
            polygon("geopoly_area", 1, (polygon, arguments) -> polygon.area()),
            polygon("geopoly_blob", 1, (polygon, arguments) -> polygon.toBlob()),
            polygon(
                    "geopoly_bbox",
                    1,
                    (polygon, arguments) -> Polygon.ofBox(polygon.box()).toBlob()),
            polygon(
                    "geopoly_ccw",
                    1,
                    (polygon, arguments) -> polygon.counterClockwise().toBlob()),
            polygon("geopoly_contains_point", 3, (polygon, arguments) ->
                    (long) polygon.contains(number(arguments, 1), number(arguments, 2))),
            polygon("geopoly_xform", 7, GeopolyFunctions::transform),
            Scalar.of("geopoly_overlap", 2, (context, arguments) -> overlap(arguments)),
            Scalar.of("geopoly_within", 2, (context, arguments) -> within(arguments)),
            Scalar.of("geopoly_regular", 4, GeopolyFunctions::regular),
            Scalar.of("geopoly_json", 1, GeopolyFunctions::json),
            Scalar.of("geopoly_svg", 0, Scalar.MANY, GeopolyFunctions::svg),
            Scalar.changing("geopoly_debug", 1, 1, (context, arguments) -> SqlNull.NULL)
                    .with(NEVER_FAILS));

    private GeopolyFunctions() {}

    /** The body of a function whose first argument is a polygon. */
    @FunctionalInterface
    private interface Body {
        Object call(Polygon polygon, Object[] arguments);
    }

    private static Scalar polygon(String name, int argumentCount, Body body) {
        return Scalar.of(name, argumentCount, (context, arguments) -> {
            Polygon polygon = Polygon.of(arguments[0]);
            if (polygon == null) {
                return SqlNull.NULL;
            }
            Object result = body.call(polygon, arguments);
            return result instanceof Double number && number.isNaN() ? SqlNull.NULL : result;
        });
    }

    private static double number(Object[] arguments, int index) {
        return Casts.toDouble(arguments[index]);
    }

    private static Object transform(Polygon polygon, Object[] arguments) {
        return polygon.transformed(
                        number(arguments, 1),
                        number(arguments, 2),
                        number(arguments, 3),
                        number(arguments, 4),
                        number(arguments, 5),
                        number(arguments, 6))
                .toBlob();
    }

    private static Object regular(CallContext context, Object[] arguments) {
        Polygon polygon = Polygon.regular(
                number(arguments, 0),
                number(arguments, 1),
                number(arguments, 2),
                Casts.toLong(arguments[3]));
        return polygon == null ? SqlNull.NULL : polygon.toBlob();
    }

    /** {@code geopoly_overlap}, with values as in registers. */
    public static Object overlap(Object[] arguments) {
        Polygon one = Polygon.of(arguments[0]);
        Polygon other = Polygon.of(arguments[1]);
        return one == null || other == null ? SqlNull.NULL : (Object) (long) one.overlap(other);
    }

    /** {@code geopoly_within}: 2 for the same polygon, 1 if the second is in the first. */
    public static Object within(Object[] arguments) {
        Object overlap = overlap(arguments);
        if (!(overlap instanceof Long kind)) {
            return overlap;
        }
        return switch (kind.intValue()) {
            case 2 -> 1L;
            case 4 -> 2L;
            default -> 0L;
        };
    }

    private static Object json(CallContext context, Object[] arguments) {
        Polygon polygon = Polygon.of(arguments[0]);
        if (polygon == null) {
            return SqlNull.NULL;
        }
        TextBuilder text = new TextBuilder(context.lengthMax());
        text.append(Text.of("["));
        for (int i = 0; i <= polygon.count(); i++) {
            int vertex = i < polygon.count() ? i : 0;
            text.append(Text.of(i == 0 ? "[" : ",["));
            text.append(format(context, EXACT, polygon.x(vertex)));
            text.append(Text.of(","));
            text.append(format(context, EXACT, polygon.y(vertex)));
            text.append(Text.of("]"));
        }
        text.append(Text.of("]"));
        return text.toText();
    }

    private static Object svg(CallContext context, Object[] arguments) {
        Polygon polygon = arguments.length == 0 ? null : Polygon.of(arguments[0]);
        if (polygon == null) {
            return SqlNull.NULL;
        }
        TextBuilder text = new TextBuilder(context.lengthMax());
        text.append(Text.of("<polyline points="));
        for (int i = 0; i <= polygon.count(); i++) {
            int vertex = i < polygon.count() ? i : 0;
            text.append(Text.of(i == 0 ? "'" : " "));
            text.append(format(context, SHORT, polygon.x(vertex)));
            text.append(Text.of(","));
            text.append(format(context, SHORT, polygon.y(vertex)));
        }
        text.append(Text.of("'"));
        for (int i = 1; i < arguments.length; i++) {
            Text attribute = arguments[i] == SqlNull.NULL ? Text.EMPTY : Casts.toText(arguments[i]);
            if (attribute.length > 0) {
                text.append(Text.of(" "));
                text.append(attribute);
            }
        }
        text.append(Text.of("></polyline>"));
        return text.toText();
    }

    /** A number as {@code printf} writes it. */
    static Text format(CallContext context, Text format, double number) {
        return (Text) FormatFunctions.format(context, new Object[] {format, number});
    }
}
