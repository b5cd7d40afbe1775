package org.sqlvm.bench.oltp;

import org.sqlvm.bench.Machine;
import org.sqlvm.bench.ResultPage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table and the JSON of one command. */
final class OltpReport {
    private final Map<String, List<OltpMeasurement>> measured;
    private final int width;
    private final double scale;

    OltpReport(Map<String, List<OltpMeasurement>> measured, int width, double scale) {
        this.measured = measured;
        this.width = width;
        this.scale = scale;
    }

    /** Answers that differ from those of SQLite or, where it did not run, of the first engine. */
    List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        List<OltpMeasurement> right = measured.containsKey("sqlite")
                ? measured.get("sqlite")
                : measured.values().iterator().next();
        measured.forEach((engine, all) -> {
            for (int i = 0; i < all.size(); i++) {
                if (!all.get(i).agrees(right.get(i))) {
                    wrong.add(engine + ", " + all.get(i).query() + ": other rows");
                }
            }
        });
        return wrong;
    }

    private Map<String, Object> facts() {
        Map<String, Object> facts = Machine.facts();
        facts.put("TPC-H scale factor", scale);
        facts.put("keys in a range", width);
        return facts;
    }

    String table() {
        StringBuilder text = ResultPage.begin("Prepared queries over ranges of keys", facts());
        for (OltpQuery query : OltpQuery.values()) {
            text.append("\n| ")
                    .append(query.title)
                    .append(" | runs | prepare and first run (ms) | median (ms) | mean (ms) |")
                    .append(" mean of the later half (ms) |\n|---|---:|---:|---:|---:|---:|\n");
            measured.forEach((engine, all) -> {
                OltpMeasurement one = all.get(query.ordinal());
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %d | %s | %s | %s | %s |%n",
                        engine,
                        one.runsMs().length,
                        ResultPage.number(one.first()),
                        ResultPage.number(one.median()),
                        ResultPage.number(one.mean()),
                        ResultPage.number(one.later())));
            });
        }
        return text.toString();
    }

    /** Everything but the answers, for a file of JSON. */
    Map<String, Object> page() {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("machine", facts());
        measured.forEach((engine, all) ->
                page.put(engine, all.stream().map(OltpMeasurement::times).toList()));
        return page;
    }
}
