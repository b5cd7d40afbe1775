package org.sqlvm.engine.row.function;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.ScalarFunction;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.row.geo.GeoPackageGeometry;

import java.util.LinkedHashMap;
import java.util.Map;

/** The functions of geometries that triggers of GeoPackages call (OGC 12-128, annex F.3). */
public final class GeoPackageFunctions {
    private static final String[] BOUNDS = {"ST_MinX", "ST_MaxX", "ST_MinY", "ST_MaxY"};

    private GeoPackageFunctions() {}

    /** All of them by name; each takes one argument. */
    public static Map<String, ScalarFunction> all() {
        Map<String, ScalarFunction> functions = new LinkedHashMap<>();
        functions.put("ST_IsEmpty", (arguments, result) -> {
            GeoPackageGeometry geometry = geometry(arguments);
            if (geometry == null) {
                result.setNull();
            } else {
                result.setLong(geometry.isEmpty() ? 1 : 0);
            }
        });
        for (int i = 0; i < BOUNDS.length; i++) {
            int bound = i;
            functions.put(BOUNDS[i], (arguments, result) -> {
                GeoPackageGeometry geometry = geometry(arguments);
                if (geometry == null || geometry.isEmpty()) {
                    result.setNull();
                } else {
                    result.setDouble(geometry.bound(bound));
                }
            });
        }
        return functions;
    }

    private static GeoPackageGeometry geometry(Arguments arguments) {
        return ((HostArguments) arguments).values()[0] instanceof Blob blob
                ? GeoPackageGeometry.of(blob.toArray())
                : null;
    }
}
