package org.sqlvm.language.nodes;

import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.program.ProgramText.Stop;
import org.sqlvm.engine.program.TextPlace;
import org.sqlvm.language.options.SqlvmOptions;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes the nodes that tools may stop at in a program. */
final class ProgramStops {
    private final Program program;
    private final SourceSection section;
    private final ProgramVariables variables;
    private final Shown shown;

    /** The position of each line of the plan, by its id; empty if tools see the text. */
    private final Map<Integer, SourceSection> plan;

    /**
     * The stops that tools see.
     *
     * @param beginning whether the beginnings of statements are stops: those in triggers are; a
     *     script reports its own
     * @param plan whether loops are at lines of the plan, not at the terms that they read
     */
    record Shown(boolean beginning, boolean plan) {}

    /** @param section the program's text */
    ProgramStops(Program program, SourceSection section, ProgramVariables variables, Shown shown) {
        this.shown = shown;
        this.plan = shown.plan() ? plan(program) : Map.of();
        this.program = program;
        this.section = section;
        this.variables = variables;
    }

    /** In the order of their addresses. */
    StopsNode[] make() {
        int length = program.instructions().size();
        Map<Integer, List<StopNode>> found = new TreeMap<>();
        if (shown.beginning()) {
            add(found, 0, new StopNode(variables, null, written()));
        }
        for (Stop stop : program.text().stops()) {
            // A foreign key's action has no text.
            if (!program.sql().isEmpty() && stop.address() < length) {
                add(found, stop.address(), new StopNode(variables, stop, section(stop)));
            }
        }
        List<StopsNode> nodes = new ArrayList<>();
        found.forEach((address, stops) -> nodes.add(new StopsNode(address, stops)));
        return nodes.toArray(StopsNode[]::new);
    }

    private static void add(Map<Integer, List<StopNode>> found, int address, StopNode stop) {
        found.computeIfAbsent(address, _ -> new ArrayList<>()).add(stop);
    }

    /** The text without the blanks around it: a statement begins at its first line. */
    private SourceSection written() {
        String text = section.getCharacters().toString();
        int first = text.length() - text.stripLeading().length();
        int length = text.strip().length();
        return section.getSource().createSection(section.getCharIndex() + first, length);
    }

    /** The plan as a text: each line indented below its parent. */
    private static Map<Integer, SourceSection> plan(Program program) {
        Map<Integer, Integer> depths = new HashMap<>();
        Map<Integer, Integer> starts = new LinkedHashMap<>();
        StringBuilder text = new StringBuilder();
        for (PlanLine line : program.queryPlan()) {
            int depth = depths.getOrDefault(line.parent(), -1) + 1;
            depths.put(line.id(), depth);
            text.append("  ".repeat(depth));
            starts.put(line.id(), text.length());
            text.append(line.detail()).append('\n');
        }
        Source source = source(text.toString(), "plan");
        Map<Integer, SourceSection> sections = new HashMap<>();
        starts.forEach((id, start) ->
                sections.put(id, source.createSection(start, text.indexOf("\n", start) - start)));
        return sections;
    }

    private SourceSection section(Stop stop) {
        if (plan.containsKey(stop.line())) {
            return plan.get(stop.line());
        }
        TextPlace place = stop.place();
        if (place == null) {
            return section;
        }
        int length = place.end() - place.start();
        if (place.title() != null) {
            return source(place.text(), place.title()).createSection(place.start(), length);
        }
        boolean within = place.end() <= section.getCharLength();
        return within
                ? section.getSource().createSection(section.getCharIndex() + place.start(), length)
                : section;
    }

    /** A text that is a part of the schema. */
    static Source source(String sql, String title) {
        return Source.newBuilder(SqlvmOptions.LANGUAGE, sql, title)
                .mimeType(SqlvmOptions.MIME_TYPE)
                .build();
    }
}
