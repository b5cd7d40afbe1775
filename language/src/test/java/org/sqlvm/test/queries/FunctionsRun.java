package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;

import java.io.PrintStream;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Calls of functions with random arguments of their own kind, on SQLite and another engine. */
public final class FunctionsRun {
    private static final String[] DATES = {
        "'2024-02-29'",
        "'2023-12-31 23:59:59.999'",
        "'1969-07-20T20:17:40Z'",
        "'0000-01-01'",
        "'9999-12-31 23:59:59'",
        "'-4713-11-24 12:00:00'",
        "'2023-02-31'",
        "'2000-01-01 00:00+05:30'",
        "'12:34'",
        "'24:00:00'",
        "'2024-03-10 02:30:15.25 -14:59'",
        "'2024-13-01'",
        "'2460000.5'",
        "2460000.5",
        "0",
        "-1",
        "1700000000",
        "1700000000.123",
        "5373484.49",
        "5373485",
        "'  2024-01-01'",
        "'2024-01-01  '",
        "''",
        "'abc'",
        "NULL",
        "x'323032342d30312d3031'",
        "'2024-01-01 10:20:30z '",
        "253402300799",
        "-210866760000",
        "1e300"
    };

    private static final String[] MODIFIERS = {
        "'auto'",
        "'unixepoch'",
        "'julianday'",
        "'subsec'",
        "'subsecond'",
        "'ceiling'",
        "'floor'",
        "'start of month'",
        "'start of year'",
        "'START OF DAY'",
        "'start of week'",
        "'weekday 0'",
        "'weekday 3'",
        "'weekday 6.0'",
        "'weekday 7'",
        "'utc'",
        "'localtime'",
        "'+1 month'",
        "'-13 months'",
        "'1.5 years'",
        "'-1.25 day'",
        "'+36 hours'",
        "'-90.5 minutes'",
        "'86400.001 seconds'",
        "'+1 fortnight'",
        "'+0001-02-03'",
        "'-0001-11-30 12:34'",
        "'+0000-12-00'",
        "'+10000-01-01'",
        "'+01:30'",
        "'-23:59:59.5'",
        "'12:00'",
        "'+99999999 days'",
        "NULL",
        "''",
        "5",
        "'now'",
        "'+1  day'",
        "'1day'"
    };

    private static final String[] TIME_CONVERSIONS = {
        "%d", "%e", "%f", "%F", "%G", "%g", "%H", "%I", "%j", "%J", "%k", "%l", "%m", "%M", "%p",
        "%P", "%R", "%s", "%S", "%T", "%u", "%w", "%U", "%V", "%W", "%Y", "%%", "%q", "x", "é", "%"
    };

    private static final String[] JSON = {
        "'{\"a\":1,\"b\":[1,2.5,{\"c\":null}],\"d\":\"x\\u00e9\\n\"}'",
        "'[1,[2,[3,[4]]],\"a\\\"b\",true,false,null,-0,1e5]'",
        "'[]'",
        "'{}'",
        "' [ 1 , 2 ] '",
        "'{a:1,$b_:''x'',c:[+1,.5,5.,0x1F,Infinity,-Infinity,NaN,],}'",
        "'/*c*/[1,//d\n2]'",
        "'{\"a\":{\"a\":{\"a\":3}},\"b c\":4,\"\":5,\"a\":6}'",
        "'\"text\"'",
        "'''it\\x41\\0\\v'''",
        "'12'",
        "'-1.5e-3'",
        "'null'",
        "'true'",
        "'[1,2'",
        "'{\"a\":}'",
        "'[01]'",
        "'nul'",
        "''",
        "'[1,2]x'",
        "'\"\\ud83d\\ude00\\u0041\"'",
        "'\"a\\q\"'",
        "'[9223372036854775807,9223372036854775808,-9223372036854775808,1.0,1e400]'",
        "NULL",
        "5",
        "1.5",
        "x''",
        "x'0c'",
        "x'1331'",
        "x'4b13311332'",
        "x'ff'",
        "jsonb('{\"x\":[1,\"y\"]}')",
        "jsonb('[1,2,{\"k\":\"v\"}]')",
        "json('{\"a\":[1]}')"
    };

    private static final String[] PATHS = {
        "'$'",
        "'$.a'",
        "'$.b'",
        "'$.b[0]'",
        "'$.b[2].c'",
        "'$[0]'",
        "'$[1][1]'",
        "'$[#]'",
        "'$[#-1]'",
        "'$[#-9]'",
        "'$[99]'",
        "'$.a.a.a'",
        "'$.\"b c\"'",
        "'$.\"\"'",
        "'$.z'",
        "'$.z.y[0]'",
        "'a'",
        "'b c'",
        "'[1]'",
        "0",
        "-1",
        "1",
        "1.5",
        "''",
        "'$.'",
        "'$['",
        "'$[a]'",
        "'$x'",
        "'$.a['",
        "NULL",
        "'$[#-]'",
        "'$.b[#].q'"
    };

    private static final String[] VALUES = {
        "NULL",
        "1",
        "-2.5",
        "1e400",
        "'text'",
        "'q\"uo\\te'",
        "'é😀'",
        "json('[1,2]')",
        "jsonb('{\"k\":1}')",
        "json('null')",
        "9223372036854775807",
        "0.1",
        "char(9,10,1)",
        "''",
        "'{\"j\":2}'",
        "x'1331'",
        "x'ffff'",
        "'A'",
        "'b'",
        "'c'"
    };

    /** d: date, m: modifier, f: time format, j: JSON, p: path, v: value. */
    private static final String[] TEMPLATES = {
        "date(d)",
        "time(d)",
        "datetime(d)",
        "julianday(d)",
        "unixepoch(d)",
        "date(d,m)",
        "time(d,m)",
        "datetime(d,m)",
        "julianday(d,m)",
        "unixepoch(d,m)",
        "datetime(d,m,m)",
        "datetime(d,m,m,m)",
        "julianday(d,m,m)",
        "strftime(f,d)",
        "strftime(f,d,m)",
        "strftime(f,d,m,m)",
        "timediff(d,d)",
        "timediff(datetime(d,m),datetime(d,m))",
        "json(j)",
        "hex(jsonb(j))",
        "json(jsonb(j))",
        "json_valid(j)",
        "json_valid(j,1)",
        "json_valid(j,2)",
        "json_valid(j,4)",
        "json_valid(j,8)",
        "json_valid(j,6)",
        "json_type(j)",
        "json_type(j,p)",
        "json_array_length(j)",
        "json_array_length(j,p)",
        "json_extract(j,p)",
        "json_extract(j,p,p)",
        "hex(jsonb_extract(j,p))",
        "hex(jsonb_extract(j,p,p))",
        "j -> p",
        "j ->> p",
        "typeof(j ->> p)",
        "json_error_position(j)",
        "json_quote(v)",
        "json_quote(j)",
        "json_pretty(j)",
        "json_pretty(j,'\t')",
        "json_array(v,v,j)",
        "json_array()",
        "hex(jsonb_array(v,v))",
        "json_object(v,v)",
        "json_object('a',v,'b',v)",
        "hex(jsonb_object('a',v,'b',v))",
        "json_object(v)",
        "json_insert(j,p,v)",
        "json_replace(j,p,v)",
        "json_set(j,p,v)",
        "json_set(j,p,v,p,v)",
        "json_array_insert(j,p,v)",
        "json_remove(j,p)",
        "json_remove(j,p,p)",
        "json_remove(j)",
        "json_patch(j,j)",
        "json(jsonb_set(j,p,v))",
        "json(jsonb_insert(j,p,v))",
        "json(jsonb_replace(j,p,v))",
        "json(jsonb_remove(j,p))",
        "json(jsonb_patch(j,j))",
        "json(jsonb_array_insert(j,p,v))",
        "subtype(json(j))",
        "subtype(j -> p)",
        "subtype(v)",
        "unhex(v,v)",
        "unistr(v)",
        "unistr_quote(v)",
        "sqlite_compileoption_used(v)",
        "json_group_array(v)",
        "hex(jsonb_group_array(v))",
        "json_group_object(v,v)",
        "hex(jsonb_group_object('a',v))",
        "median(v)",
        "percentile(v,50)",
        "percentile(1,v)",
        "percentile_cont(v,0.5)",
        "percentile_disc(v,v)",
        "json_array((SELECT json(j)))",
        "json_array((SELECT json(j) UNION ALL SELECT 1))",
        "json_array(x) FROM (SELECT json(j) AS x)",
        "json_array(x) FROM (SELECT json(j) AS x UNION ALL SELECT json(j))",
        "json_array(x) FROM (SELECT DISTINCT json(j) AS x)",
        "json_array(x) FROM (SELECT json(j) AS x ORDER BY 1)",
        "json_array(x) FROM (SELECT max(json(j)) AS x)",
        "json_array(max(json(j)), min(json(j)))",
        "json_array(coalesce(json(j),1), iif(v,json(j),v), +json(j), json(j) COLLATE nocase)",
        "json_array(CASE WHEN v THEN json(j) ELSE v END, CAST(json(j) AS text), json(j)||'')",
        "json_array(min(json(j),json(j)), nullif(json(j),1), ifnull(NULL,j -> p), likely(json(j)))",
        "json_array(first_value(json(j)) OVER (), max(json(j)) OVER ())",
        "json_array(json_group_array(v) OVER (), json_group_array(v) OVER (ORDER BY 1))",
        "json_array(json_group_array(v), json_group_object('a',v))",
        "json_array(json(x)) FROM (SELECT j AS x) GROUP BY json(x)",
        "json_array(x, y) FROM (SELECT json(j) AS x) JOIN (SELECT json_array(1) AS y)",
        "json_quote(x) FROM (SELECT j -> p AS x LIMIT 1)",
        "json_quote(x) FROM (SELECT json_extract(j,p) AS x WHERE x IS NOT NULL)",
        "json_array(j -> p, j ->> p, json_extract(j,p))",
        "json_group_array(x) FROM (SELECT v AS x UNION ALL SELECT v UNION ALL SELECT v)",
        "json_group_array(DISTINCT x) FROM (SELECT v AS x UNION ALL SELECT v UNION ALL SELECT v)",
        "json_group_array(json_quote(x) ORDER BY x) FROM (SELECT v AS x UNION SELECT v)",
        "json_group_array(DISTINCT json_quote(x)) FROM (SELECT v AS x UNION ALL SELECT v)",
        "json_group_array(x) FILTER (WHERE x > v) FROM (SELECT v AS x UNION ALL SELECT v)",
        "json_group_object(x, y) FROM (SELECT v AS x, v AS y UNION ALL SELECT v, v)",
        "hex(jsonb_group_object(x, y ORDER BY y)) FROM (SELECT v AS x, v AS y UNION SELECT v, v)",
        "json_group_array(x) OVER (ROWS 1 PRECEDING) FROM (SELECT v AS x UNION ALL SELECT v)",
        "median(x) FROM (SELECT v AS x UNION ALL SELECT v UNION ALL SELECT v)",
        "percentile_cont(x, v) FROM (SELECT 1 AS x UNION ALL SELECT 2.5 UNION ALL SELECT 9)",
        "percentile_disc(x, y) FROM (SELECT 1 AS x, v AS y UNION ALL SELECT 2.5, v)",
        "percentile(x, 30) OVER (ROWS 2 PRECEDING) FROM (SELECT 1 AS x UNION ALL SELECT v)",
        "hex(jsonb_set(j,p,v))",
        "hex(jsonb_replace(j,p,v,p,v))",
        "hex(jsonb_insert(j,p,v,p,v))",
        "hex(jsonb_remove(j,p,p))",
        "hex(jsonb_patch(j,j))",
        "hex(jsonb_array_insert(j,p,v,p,v))",
        "json_valid(j,5)",
        "json_valid(j,10)",
        "j = v",
        "group_concat(v,v)",
        "sum(v)",
        "avg(v)",
        "count(v)"
    };

    /** Further differences of one template are counted, not shown. */
    private static final int SHOWN_MAX = 3;

    private final PrintStream out;
    private final Random random;
    private final RandomJson json;
    private final Map<String, Integer> differences = new TreeMap<>();

    public FunctionsRun(PrintStream out, long seed) {
        this.out = out;
        this.random = new Random(seed);
        this.json = new RandomJson(random);
    }

    /** Returns the number of differences among {@code calls} calls. */
    public int run(Engines tested, int calls) {
        try (TestEngine sqlite = Engines.SQLITE.inMemory();
                TestEngine other = tested.inMemory()) {
            for (int i = 0; i < calls; i++) {
                String template = one(TEMPLATES);
                String sql = "SELECT " + fill(template);
                Outcome expected = sqlite.execute(sql);
                Outcome actual = other.execute(sql);
                String difference =
                        Comparison.difference(expected, actual, RandomQuery.Answer.ROWS);
                if (difference != null
                        && differences.merge(template, 1, Integer::sum) <= SHOWN_MAX) {
                    out.println(sql);
                    out.println(difference);
                }
            }
        }
        int count = differences.values().stream().mapToInt(Integer::intValue).sum();
        out.printf("%,d calls of functions: %,d differ %s%n", calls, count, differences);
        return count;
    }

    private String fill(String template) {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < template.length(); i++) {
            char c = template.charAt(i);
            result.append(isPlaceholder(template, i) ? argument(c) : String.valueOf(c));
        }
        return result.toString();
    }

    /** A letter alone, neither part of a word nor quoted. */
    private static boolean isPlaceholder(String template, int i) {
        char before = i == 0 ? ' ' : template.charAt(i - 1);
        char after = i + 1 == template.length() ? ' ' : template.charAt(i + 1);
        return "dmfjpv".indexOf(template.charAt(i)) >= 0
                && "( ,".indexOf(before) >= 0
                && "), ".indexOf(after) >= 0;
    }

    private String argument(char kind) {
        return switch (kind) {
            case 'd' -> random.nextInt(3) == 0 ? randomDate() : one(DATES);
            case 'm' -> random.nextInt(4) == 0 ? randomShift() : one(MODIFIERS);
            case 'f' -> {
                StringBuilder format = new StringBuilder("'");
                for (int i = random.nextInt(4); i >= 0; i--) {
                    format.append(one(TIME_CONVERSIONS));
                }
                yield format.append("'").toString();
            }
            case 'j' -> random.nextInt(3) == 0 ? one(JSON) : json.literal();
            case 'p' -> random.nextInt(3) == 0 ? one(PATHS) : json.path();
            default -> one(VALUES);
        };
    }

    private String randomDate() {
        return String.format(
                "'%04d-%02d-%02d %02d:%02d:%02d.%03d'",
                random.nextInt(10000),
                1 + random.nextInt(12),
                1 + random.nextInt(31),
                random.nextInt(24),
                random.nextInt(60),
                random.nextInt(60),
                random.nextInt(1000));
    }

    private String randomShift() {
        String[] units = {"day", "days", "months", "year", "hour", "minutes", "second"};
        return String.format(
                "'%+d%s %s'",
                random.nextInt(2000) - 1000, random.nextBoolean() ? "" : ".5", one(units));
    }

    private String one(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }
}
