package org.sqlvm.engine.row.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.data.VectorBlob;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.TimeGrain;
import org.sqlvm.engine.row.VectorForm;
import org.sqlvm.engine.row.function.RegisteredFunction.Traits;
import org.sqlvm.engine.row.window.WindowFunction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Each function is what its row of the function table says, and nothing else says it. */
final class FunctionFactsTest {
    /** Calls of each function with each number of arguments. */
    private static final int ROUNDS = 2_000;

    /** More arguments are like these. */
    private static final int ARGUMENTS_MAX = 4;

    private static final List<Text> TEXTS = List.of(
            Text.EMPTY,
            Text.of("a"),
            Text.of("äöü€😀"),
            Text.of("12"),
            Text.of("-1.5e3"),
            Text.of("9223372036854775808"),
            Text.of("now"),
            Text.of("localtime"),
            Text.of("+1 month"),
            Text.of("2024-02-29"),
            Text.of("2024-02-29 12:34:56"),
            Text.of("%Y-%m-%d %H"),
            Text.of("%"),
            Text.of("[1,{\"a\":2}]"),
            Text.of("$.a"),
            Text.of("\\u00"),
            Text.of("a\0b"));

    private final Random random = new Random(Long.getLong("sqlvm.seed", 53));

    private Object value() {
        return switch (random.nextInt(10)) {
            case 0 -> SqlNull.NULL;
            case 1 -> random.nextLong();
            case 2 -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
            case 3 -> (long) random.nextInt(20) - 10;
            case 4 -> Double.longBitsToDouble(random.nextLong());
            case 5 -> random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
            case 6 -> random.nextInt(-100, 100) / 8.0;
            case 7 -> TEXTS.get(random.nextInt(TEXTS.size()));
            case 8 -> Text.of(bytes()); // Hardly ever UTF-8.
            default -> Blob.of(bytes());
        };
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(12)];
        random.nextBytes(bytes);
        return bytes;
    }

    private Object[] arguments(int count) {
        Object[] arguments = new Object[count];
        for (int i = 0; i < count; i++) {
            Object value = value();
            arguments[i] = value instanceof Double real && real.isNaN() ? SqlNull.NULL : value;
        }
        return arguments;
    }

    /** The result; null if the call fails. */
    private static Object call(ScalarFunction function, Object[] arguments) {
        Object result;
        try {
            result = function.call(FunctionsTest.CONTEXT, arguments);
        } catch (SqlException e) {
            assertFalse(
                    function.is(FunctionFact.NEVER_FAILS),
                    () -> function.name() + Arrays.toString(arguments) + ": " + e.getMessage());
            return null;
        }
        return result;
    }

    private interface Check {
        void accept(ScalarFunction function, Object[] arguments);
    }

    /** Calls all functions of which a fact is declared. */
    private void each(FunctionFact fact, Check check) {
        int checked = 0;
        for (SqlFunction function : Functions.all()) {
            if (!(function instanceof ScalarFunction scalar) || !function.is(fact)) {
                continue;
            }
            int max = Math.min(function.argumentCountMax(), ARGUMENTS_MAX);
            for (int count = function.argumentCountMin(); count <= max; count++) {
                for (int i = 0; i < ROUNDS; i++) {
                    check.accept(scalar, arguments(count));
                }
            }
            checked++;
        }
        assertTrue(checked > 0, "no function is " + fact);
    }

    @Test
    void whatNeverFailsDoesNot() {
        each(FunctionFact.NEVER_FAILS, FunctionFactsTest::call);
    }

    @Test
    void whatIsStrictGivesNullForNull() {
        each(FunctionFact.STRICT, (function, arguments) -> {
            for (int i = 0; i < arguments.length; i++) {
                Object[] some = arguments.clone();
                some[i] = SqlNull.NULL;
                Object result = call(function, some);
                if (result != null) {
                    assertEquals(
                            SqlNull.NULL, result, () -> function.name() + Arrays.toString(some));
                }
            }
        });
    }

    @Test
    void whatIsDeterministicGivesTheSameTwice() {
        Check twice = (function, arguments) -> assertEquals(
                call(function, arguments),
                call(function, arguments),
                () -> function.name() + Arrays.toString(arguments));
        each(FunctionFact.DETERMINISTIC, twice);
        each(FunctionFact.STABLE, twice);
        each(FunctionFact.ON_VECTORS, twice);
    }

    // ------------------------------------------------------------------ vectors

    /** By name: why a function does not run on vectors. */
    private static final Map<String, String> ROWS_ONLY = Map.ofEntries(
            Map.entry("random", "each call has another result"),
            Map.entry("randomblob", "each call has another result"),
            Map.entry("last_insert_rowid", "the connection's, which functions may change"),
            Map.entry("changes", "the connection's, which functions may change"),
            Map.entry("total_changes", "the connection's, which functions may change"),
            Map.entry("fts3_tokenizer", "fails, or gives NULL"),
            Map.entry("matchinfo", "fails, but for full-text tables"),
            Map.entry("offsets", "fails, but for full-text tables"),
            Map.entry("optimize", "fails, but for full-text tables"),
            Map.entry("snippet", "fails, but for full-text tables"),
            Map.entry("bm25", "fails, but for full-text tables"),
            Map.entry("highlight", "fails, but for full-text tables"),
            Map.entry("fts5_get_locale", "fails, but for full-text tables"),
            Map.entry("fts5_locale", "its result is told from a text with those bytes"),
            Map.entry("fts5_insttoken", "its result is told from a text with those bytes"),
            Map.entry("rtreecheck", "reads tables"),
            Map.entry("rtreenode", "of one node, for people who look into a tree"),
            Map.entry("rtreedepth", "of one node, for people who look into a tree"),
            Map.entry("geopoly_debug", "SQLite's switch, which does nothing"),
            Map.entry("load_extension", "always fails"));

    /**
     * By name: what makes a function fail. It runs on vectors in arguments of aggregates and
     * conditions of one table, where all rows need it that come there.
     */
    private static final Map<String, String> FAILING = Map.of(
            "abs", "the least integer",
            "replace", "a result that is too long for its arguments",
            "format", "a result that is too long for its arguments",
            "printf", "a result that is too long for its arguments",
            "zeroblob", "a result that is too long for its arguments",
            "unistr", "an escape that is none",
            "like", "a pattern; it is a condition of its own, in filters too",
            "glob", "a pattern; it is a condition of its own, in filters too",
            "match", "it always fails");

    /** Likewise by what the names of a family begin with. */
    private static final Map<String, String> FAILING_FAMILIES = Map.of(
            "json", "malformed JSON, a path that is none, a blob",
            "vec", "what is no embedding, or one of another size or type",
            "geopoly", "it is not shown that they never do");

    @Test
    void allOthersRunOnVectors() {
        Set<String> rowsOnly = new HashSet<>();
        Set<String> failing = new HashSet<>();
        for (SqlFunction function : Functions.all()) {
            if (!(function instanceof ScalarFunction)) {
                continue;
            }
            if (!function.is(FunctionFact.ON_VECTORS)) {
                rowsOnly.add(function.name());
            } else if (!function.is(FunctionFact.NEVER_FAILS)) {
                failing.add(family(function.name()));
            }
        }
        assertEquals(ROWS_ONLY.keySet(), rowsOnly);
        Set<String> expected = new HashSet<>(FAILING.keySet());
        expected.addAll(FAILING_FAMILIES.keySet());
        assertEquals(expected, failing);
    }

    private static String family(String name) {
        String known = name.startsWith("-") ? "json" : name;
        return FAILING_FAMILIES.keySet().stream()
                .filter(known::startsWith)
                .findFirst()
                .orElse(known);
    }

    /** The operations on primitive values agree with the function. */
    @Test
    void vectorForms() {
        int forms = 0;
        for (SqlFunction function : Functions.all()) {
            if (!(function instanceof ScalarFunction scalar)
                    || scalar.vectorForm() == null
                    || scalar.vectorForm().blobsToDouble() != null) {
                continue;
            }
            forms++;
            for (int i = 0; i < ROUNDS; i++) {
                Object value = arguments(1)[0];
                Object expected = call(scalar, new Object[] {value});
                Object actual = apply(scalar.vectorForm(), value, expected);
                assertEquals(expected, actual, () -> function.name() + "(" + value + ")");
            }
        }
        assertTrue(forms > 20, forms + " forms");
    }

    /** The form with a fixed argument agrees with the function, or says that there is none. */
    @Test
    void formsOfBlobs() {
        int computed = 0;
        for (SqlFunction function : Functions.all()) {
            boolean has = function instanceof ScalarFunction scalar
                    && scalar.vectorForm() != null
                    && scalar.vectorForm().blobsToDouble() != null;
            for (int i = 0; has && i < ROUNDS; i++) {
                computed += compareForm((ScalarFunction) function) ? 1 : 0;
            }
        }
        assertTrue(computed > ROUNDS / 10, computed + " computed");
    }

    /** Whether there is a form for a random call. */
    private boolean compareForm(ScalarFunction function) {
        int size = 4 * random.nextInt(1, 12);
        Object fixed = embedding(size);
        Object other = random.nextInt(10) == 0 ? value() : embedding(size);
        VectorForm.Blobs form = function.vectorForm().blobsToDouble().with(fixed);
        double[] results = new double[1];
        if (form == null || !form.apply(new Object[] {other}, 1, results)) {
            return false;
        }
        for (Object[] arguments : new Object[][] {{fixed, other}, {other, fixed}}) {
            assertEquals(
                    call(function, arguments),
                    Values.real(results[0]),
                    () -> function.name() + Arrays.toString(arguments));
        }
        return true;
    }

    private Object embedding(int size) {
        byte[] bytes = new byte[size + 3];
        random.nextBytes(bytes);
        int offset = random.nextInt(4);
        return switch (random.nextInt(4)) {
            case 0 -> new VectorBlob(bytes, offset, size, 223 + random.nextInt(3));
            case 1 -> Text.of("[" + random.nextInt(5) + ", 2.5]");
            default -> new Blob(bytes, offset, size);
        };
    }

    private static Object apply(VectorForm form, Object value, Object expected) {
        try {
            return switch (value) {
                case Long number
                when form.longToLong() != null -> form.longToLong().applyAsLong(number);
                case Long number
                when form.longToDouble() != null ->
                    Values.real(form.longToDouble().applyAsDouble(number));
                case Double number when number.isNaN() -> expected;
                case Double number
                when form.doubleToLong() != null -> form.doubleToLong().applyAsLong(number);
                case Double number
                when form.doubleToDouble() != null ->
                    Values.real(form.doubleToDouble().applyAsDouble(number));
                case Text text
                when form.textToLong() != null ->
                    form.textToLong()
                            .of(FunctionsTest.CONTEXT, text.array, text.offset, text.length);
                case Blob blob
                when form.blobToBlob() != null -> form.blobToBlob().apply(blob);
                default -> expected;
            };
        } catch (SqlException e) {
            return null;
        }
    }

    @Test
    void whatChoosesGivesAnArgument() {
        each(FunctionFact.CHOOSES, (function, arguments) -> {
            Object result = call(function, arguments);
            assertTrue(
                    result == SqlNull.NULL || Arrays.asList(arguments).contains(result),
                    () -> function.name() + Arrays.toString(arguments) + " is " + result);
        });
    }

    /** The results for two times within one unit are the same. */
    @Test
    void grainsOfTimes() {
        List<Object> constants = List.of(
                1L,
                4L,
                10L,
                13L,
                16L,
                17L,
                19L,
                Text.of("%Y-%m"),
                Text.of("%H%p"),
                Text.of("%R"),
                Text.of("%s%%"),
                Text.of("+1 day"));
        Set<String> coarse = new HashSet<>();
        for (SqlFunction function : Functions.all()) {
            if (!(function instanceof ScalarFunction scalar)
                    || scalar.timeGrain() == TimeGrain.SECONDS) {
                continue;
            }
            int max = Math.min(function.argumentCountMax(), 3);
            for (int count = Math.max(1, function.argumentCountMin()); count <= max; count++) {
                for (int i = 0; i < ROUNDS; i++) {
                    Object[] known = new Object[count];
                    Arrays.setAll(known, _ -> constants.get(random.nextInt(constants.size())));
                    int index = random.nextInt(count);
                    known[index] = null;
                    int unit = scalar.timeGrain().of(index, known);
                    if (unit == TimeGrain.SECOND) {
                        continue;
                    }
                    coarse.add(function.name());
                    long start = Math.floorDiv(random.nextInt(), unit) * (long) unit;
                    Object[] one = known.clone();
                    one[index] = time(start + random.nextInt(unit));
                    Object[] other = known.clone();
                    other[index] = time(start + random.nextInt(unit));
                    assertEquals(
                            call(scalar, one),
                            call(scalar, other),
                            () -> function.name() + Arrays.toString(one) + Arrays.toString(other));
                }
            }
        }
        assertEquals(
                Set.of(
                        "date",
                        "strftime",
                        "substr",
                        "substring",
                        "length",
                        "octet_length",
                        "typeof"),
                coarse);
    }

    private static Text time(long second) {
        return Text.of(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC)
                .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss")));
    }

    /** A user's function has the name of a built-in one, and none of its facts. */
    @Test
    void registeredFunctionsHaveWhatIsDeclared() {
        Traits plain = new Traits(false, false, false);
        Traits deterministic = new Traits(true, false, false);
        assertEquals(Set.of(), new RegisteredScalar("length", 1, plain, 0).facts());
        assertEquals(
                Set.of(FunctionFact.DETERMINISTIC),
                new RegisteredScalar("length", 1, deterministic, 0).facts());
        RegisteredAggregate max = new RegisteredAggregate("max", 1, deterministic, true, 0);
        assertEquals(Set.of(), max.facts());
        assertEquals(Set.of(), max.bound(null).facts());
    }

    /** A date that may not ask for the time fails there, and has no more to ask. */
    @Test
    void pureDates() {
        ScalarFunction date = (ScalarFunction) Functions.find("date", 1);
        PureDate pure = new PureDate(date, "an index");
        assertTrue(PureDate.isDate(date));
        assertFalse(PureDate.isDate(pure));
        assertTrue(pure.isDeterministic());
        assertFalse(pure.is(FunctionFact.NEVER_FAILS));
        assertEquals(date.timeGrain(), pure.timeGrain());
    }

    // ------------------------------------------------------------------ one home

    /** Sources that name functions for another reason than what they are. */
    private static final Map<String, String> NAMING = Map.of(
            "VirtualPaths.java", "what a virtual table is asked for has a name, whoever answers",
            "Chunk.java", "encodings of columns have names, too",
            "PragmaCode.java", "the journal of a database is no logarithm",
            "ExpandedSql.java", "calls the function, as a statement would");

    private static final Pattern LITERAL = Pattern.compile("\"([a-z_0-9]+)\"");

    /**
     * Nothing but the function tables asks for a function by its name. A fact that is missing
     * belongs to {@link FunctionFact}; a function of which there is one is a constant of its class.
     */
    @Test
    void onlyFunctionTablesKnowNames() throws IOException {
        Set<String> names = new HashSet<>();
        Functions.all().forEach(function -> names.add(function.name()));
        for (WindowFunction function : WindowFunction.values()) {
            names.add(function.name().toLowerCase(Locale.ROOT));
        }
        List<String> found = new ArrayList<>();
        Set<String> used = new HashSet<>();
        for (String folder : List.of("plan", "codegen", "program", "vector")) {
            find(Path.of("src/main/java/org/sqlvm/engine", folder), names, found, used);
        }
        for (String folder : List.of("nodes", "statement")) {
            find(
                    Path.of("../language/src/main/java/org/sqlvm/language", folder),
                    names,
                    found,
                    used);
        }
        assertEquals(List.of(), found);
        assertEquals(NAMING.keySet(), used, "an exception that is none any more");
    }

    private static void find(Path folder, Set<String> names, List<String> found, Set<String> used)
            throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(file -> file.toString().endsWith(".java")).toList();
        }
        assertNotEquals(List.of(), files);
        for (Path file : files) {
            Matcher matcher = LITERAL.matcher(Files.readString(file));
            while (matcher.find()) {
                if (!names.contains(matcher.group(1))) {
                    continue;
                }
                if (NAMING.containsKey(file.getFileName().toString())) {
                    used.add(file.getFileName().toString());
                } else {
                    found.add(file + ": " + matcher.group());
                }
            }
        }
    }
}
