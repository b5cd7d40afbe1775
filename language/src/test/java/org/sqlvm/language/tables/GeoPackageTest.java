package org.sqlvm.language.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.language.DatabaseTestCase;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Layers of GeoPackages with a spatial index: geometries, and the triggers that keep the index. */
final class GeoPackageTest extends DatabaseTestCase {
    private static final int NO_ENVELOPE = 0;
    private static final int ENVELOPE_XY = 1;

    @BeforeEach
    void functions() {
        database.setGeoPackage(true);
    }

    private static ByteBuffer header(int kind, boolean empty, boolean little) {
        ByteBuffer bytes = ByteBuffer.allocate(1000);
        bytes.put((byte) 'G').put((byte) 'P').put((byte) 0);
        bytes.put((byte) ((little ? 1 : 0) | kind << 1 | (empty ? 1 << 4 : 0)));
        bytes.order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        return bytes.putInt(4326);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.position()];
        buffer.get(0, copy);
        return copy;
    }

    private static void shape(ByteBuffer target, int type, double... coordinates) {
        target.put((byte) (target.order() == ByteOrder.LITTLE_ENDIAN ? 1 : 0)).putInt(type);
        if (type % 1000 != 1) {
            target.putInt(coordinates.length / 2);
        }
        for (double coordinate : coordinates) {
            target.putDouble(coordinate);
        }
    }

    private static byte[] point(double x, double y) {
        ByteBuffer geometry = header(NO_ENVELOPE, false, true);
        shape(geometry, 1, x, y);
        return bytes(geometry);
    }

    private static byte[] line(boolean little, double... coordinates) {
        ByteBuffer geometry = header(NO_ENVELOPE, false, little);
        shape(geometry, 2, coordinates);
        return bytes(geometry);
    }

    private List<Object> box(byte[] geometry) {
        return all(
                "SELECT ST_IsEmpty(?1), ST_MinX(?1), ST_MaxX(?1), ST_MinY(?1), ST_MaxY(?1)",
                (Object) geometry);
    }

    @Test
    void envelopes() {
        ByteBuffer geometry = header(ENVELOPE_XY, false, true);
        geometry.putDouble(1).putDouble(3).putDouble(2).putDouble(5);
        assertEquals(List.of(0L, 1.0, 3.0, 2.0, 5.0), box(bytes(geometry)));
        ByteBuffer big = header(2, false, false);
        for (double each : new double[] {-1, 1, -2, 2, 0, 9}) {
            big.putDouble(each);
        }
        assertEquals(List.of(0L, -1.0, 1.0, -2.0, 2.0), box(bytes(big)));
    }

    @Test
    void shapes() {
        assertEquals(List.of(0L, 7.5, 7.5, -2.0, -2.0), box(point(7.5, -2)));
        assertEquals(List.of(0L, 0.0, 4.0, -3.0, 9.0), box(line(false, 0, 9, 4, -3, 2, 2)));
        ByteBuffer collection = header(NO_ENVELOPE, false, true);
        collection.put((byte) 1).putInt(7).putInt(2);
        shape(collection, 1, 10, 20);
        collection.put((byte) 1).putInt(3).putInt(1).putInt(4); // A polygon with one ring.
        for (double each : new double[] {0, 0, 5, 0, 5, 30, 0, 0}) {
            collection.putDouble(each);
        }
        assertEquals(List.of(0L, 0.0, 10.0, 0.0, 30.0), box(bytes(collection)));
        ByteBuffer measured = header(NO_ENVELOPE, false, true);
        measured.put((byte) 1).putInt(3002).putInt(2);
        for (double each : new double[] {1, 2, 99, 99, 3, 4, 99, 99}) {
            measured.putDouble(each);
        }
        assertEquals(List.of(0L, 1.0, 3.0, 2.0, 4.0), box(bytes(measured)));
    }

    /** An arc reaches beyond its three points. */
    @Test
    void arcs() {
        double half = Math.sqrt(0.5);
        ByteBuffer quarter = header(NO_ENVELOPE, false, true);
        shape(quarter, 8, half, half, 0, 1, -half, half);
        assertEquals(List.of(0L, -half, half, half, 1.0), box(bytes(quarter)));
        ByteBuffer most = header(NO_ENVELOPE, false, true);
        shape(most, 8, half, half, -half, -half, half, -half);
        assertEquals(
                "[0, -1.0, 0.707, -1.0, 1.0]",
                box(bytes(most)).toString().replaceAll("(0\\.707)\\d+", "$1"));
    }

    @Test
    void emptyAndWrong() {
        List<Object> empty = Arrays.asList(1L, null, null, null, null);
        List<Object> none = Arrays.asList(null, null, null, null, null);
        assertEquals(empty, box(bytes(header(NO_ENVELOPE, true, true))));
        assertEquals(empty, box(point(Double.NaN, Double.NaN)));
        assertEquals(empty, box(line(true)));
        assertEquals(none, box(new byte[0]));
        assertEquals(none, box("GP and what no geometry is".getBytes(StandardCharsets.UTF_8)));
        byte[] cut = line(true, 1, 2, 3, 4);
        assertEquals(none, box(Arrays.copyOf(cut, cut.length - 1)));
        ByteBuffer nested = header(NO_ENVELOPE, false, true);
        for (int i = 0; i < 100; i++) {
            nested.put((byte) 1).putInt(7).putInt(1);
        }
        assertEquals(none, box(bytes(nested)));
        ByteBuffer huge = header(NO_ENVELOPE, false, true);
        huge.put((byte) 1).putInt(2).putInt(Integer.MAX_VALUE);
        assertEquals(none, box(bytes(huge)));
        assertEquals(Arrays.asList(null, null), all("SELECT ST_IsEmpty('text'), ST_MinX(NULL)"));
    }

    @Test
    void off() {
        database.setGeoPackage(false);
        SqlvmException error =
                assertThrows(SqlvmException.class, () -> all("SELECT ST_MinX(NULL)"));
        assertEquals("no such function: ST_MinX", error.getMessage());
    }

    private void trigger(String event, String when, String... statements) {
        int number = all("SELECT 1 FROM sqlite_schema WHERE type = 'trigger'").size();
        String body = String.join("; ", statements)
                .replace(
                        "BOX",
                        "ST_MinX(new.geom), ST_MaxX(new.geom), ST_MinY(new.geom),"
                                + " ST_MaxY(new.geom)");
        String condition = when.replace(
                        "FULL(new)", "(new.geom NOTNULL AND NOT" + " ST_IsEmpty(new.geom))")
                .replace("FULL(old)", "(old.geom NOTNULL AND NOT ST_IsEmpty(old.geom))")
                .replace("NONE(new)", "(new.geom ISNULL OR ST_IsEmpty(new.geom))")
                .replace("NONE(old)", "(old.geom ISNULL OR ST_IsEmpty(old.geom))");
        database.execute("CREATE TRIGGER rtree_layer_" + number + " AFTER " + event
                + " ON layer WHEN " + condition + " BEGIN " + body + "; END");
    }

    /** As annex F.3 has them until version 1.3, and since 1.4. */
    private void createLayer(String version) {
        database.execute("CREATE TABLE layer(fid INTEGER PRIMARY KEY, geom BLOB, name TEXT)");
        database.execute(
                "CREATE VIRTUAL TABLE rtree_layer USING rtree(id, minx, maxx, miny, maxy)");
        String put = "INSERT OR REPLACE INTO rtree_layer VALUES (new.fid, BOX)";
        String remove = "DELETE FROM rtree_layer WHERE id = old.fid";
        trigger("INSERT", "FULL(new)", put);
        trigger("UPDATE OF geom", "old.fid = new.fid AND NONE(new)", remove);
        trigger(
                "UPDATE",
                "old.fid != new.fid AND NONE(new)",
                "DELETE FROM rtree_layer WHERE id IN (old.fid, new.fid)");
        trigger("DELETE", "old.geom NOT NULL", remove);
        trigger("UPDATE", "old.fid != new.fid AND FULL(new)", remove, put);
        if (version.equals("1.3")) {
            trigger("UPDATE OF geom", "old.fid = new.fid AND FULL(new)", put);
            return;
        }
        trigger(
                "UPDATE OF geom",
                "old.fid = new.fid AND FULL(new) AND FULL(old)",
                "UPDATE rtree_layer SET minx = ST_MinX(new.geom), maxx = ST_MaxX(new.geom),"
                        + " miny = ST_MinY(new.geom), maxy = ST_MaxY(new.geom) WHERE id = new.fid");
        trigger(
                "UPDATE OF geom",
                "old.fid = new.fid AND FULL(new) AND NONE(old)",
                "INSERT INTO rtree_layer VALUES (new.fid, BOX)");
    }

    private void checkIndex() {
        assertEquals(
                all("SELECT fid, ST_MinX(geom), ST_MaxX(geom), ST_MinY(geom), ST_MaxY(geom)"
                        + " FROM layer WHERE NOT ST_IsEmpty(geom) ORDER BY fid"),
                all("SELECT * FROM rtree_layer ORDER BY id"));
        assertEquals(List.of("ok"), all("PRAGMA integrity_check"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.3", "1.4"})
    void layer(String version) {
        createLayer(version);
        database.execute("PRAGMA trusted_schema = OFF");
        for (int i = 0; i < 300; i++) {
            byte[] geometry = i % 10 == 0 ? point(Double.NaN, Double.NaN) : point(i, 2 * i);
            database.execute("INSERT INTO layer(geom, name) VALUES (?, ?)", geometry, "n" + i);
        }
        checkIndex();
        assertEquals(
                List.of("n101", "n102", "n103"),
                all("SELECT name FROM layer WHERE fid IN (SELECT id FROM rtree_layer"
                        + " WHERE maxx >= 100 AND minx <= 105 AND maxy >= 201 AND miny <= 206)"
                        + " ORDER BY fid"));
        database.execute("UPDATE layer SET geom = ? WHERE fid = 50", line(true, 1, 1, 9, 9));
        database.execute("UPDATE layer SET geom = NULL WHERE fid BETWEEN 60 AND 70");
        database.execute("UPDATE layer SET geom = ? WHERE fid = 65", point(5, 5));
        database.execute("UPDATE layer SET fid = 1000 WHERE fid = 80");
        database.execute("UPDATE layer SET fid = 1001, geom = NULL WHERE fid = 82");
        database.execute("UPDATE layer SET name = 'other'");
        database.execute("DELETE FROM layer WHERE fid > 150 AND fid < 200");
        checkIndex();
        database.execute("BEGIN");
        database.execute("DELETE FROM layer");
        database.execute("ROLLBACK");
        checkIndex();
        database.execute("ALTER TABLE layer RENAME COLUMN name TO title");
        database.execute("ALTER TABLE rtree_layer RENAME TO rtree_other");
        database.execute("INSERT INTO layer(geom, title) VALUES (?, 'new')", point(1, 1));
        database.execute("ALTER TABLE rtree_other RENAME TO rtree_layer");
        checkIndex();
    }
}
