package org.sqlvm.language.runtime;

import org.sqlvm.api.Counters.Step;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.program.Program.PlanStep;
import org.sqlvm.engine.vector.query.VectorScan;
import org.sqlvm.engine.vector.scan.ScanCounts;
import org.sqlvm.engine.vector.scan.VectorCounts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The lines of a plan with the counts of a run. */
final class StepCounters {
    private final Program program;
    private final RunCounters counters;
    private final List<Step> steps = new ArrayList<>();

    /** The id of the next line that the plan itself does not have. */
    private int nextId;

    StepCounters(Program program, RunCounters counters) {
        this.program = program;
        this.counters = counters;
        nextId = program.queryPlan().stream().mapToInt(PlanLine::id).max().orElse(0) + 1;
    }

    List<Step> steps() {
        for (PlanLine line : program.queryPlan()) {
            List<PlanStep> own = program.steps().stream()
                    .filter(step -> step.line() == line.id())
                    .toList();
            if (own.isEmpty()) {
                add(line, Map.of());
            } else if (own.getFirst().isVector()) {
                addInput(line, own.getFirst());
            } else {
                addLoops(line, own);
            }
        }
        return List.copyOf(steps);
    }

    private void add(PlanLine line, Map<String, Long> counts) {
        steps.add(new Step(line.id(), line.parent(), line.detail(), counts));
    }

    /** A line below one of the plan's. */
    private void addBelow(PlanLine line, String detail, Map<String, Long> counts) {
        steps.add(new Step(nextId++, line.id(), detail, counts));
    }

    // ------------------------------------------------------------------ programs of rows

    /** @param loops more than one if the code is emitted several times */
    private void addLoops(PlanLine line, List<PlanStep> loops) {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("loops", 0L);
        counts.put("rows", 0L);
        ScanCounts read = null;
        for (PlanStep loop : loops) {
            long nulls = loop.nullRow() < 0 ? 0 : counters.executions(loop.nullRow());
            counts.merge("loops", counters.executions(loop.begin()), Long::sum);
            counts.merge("rows", counters.executions(loop.visit()) - nulls, Long::sum);
            ScanCounts scanned = scan(loop);
            read = scanned == null ? read : scanned;
        }
        if (read != null) {
            addRead(counts, read);
        }
        add(line, counts);
        if (read != null) {
            addColumns(line, read);
        }
    }

    /** Returns the counts of the loop's columns; null if it has read records. */
    private ScanCounts scan(PlanStep loop) {
        for (int i = loop.begin(); i < loop.visit(); i++) {
            Instruction instruction = program.instructions().get(i);
            if (instruction.opcode() == Opcode.Rewind) {
                return counters.scanOf(instruction.p1());
            }
        }
        return null;
    }

    private static void addRead(Map<String, Long> counts, ScanCounts read) {
        if (read.partitions() > 0) {
            counts.put("read", read.rows());
            counts.put("partitions", read.partitions());
            counts.put("skipped", read.skipped());
            counts.put("decoded", read.decoded());
        }
    }

    // ------------------------------------------------------------------ vectors

    private void addInput(PlanLine line, PlanStep step) {
        VectorCounts counts = counters.vectorsAt(step.begin());
        if (counts == null) {
            add(line, Map.of());
        } else if (counts.scan().isRoot(step.input())) {
            addScanned(line, counts, step.input());
        } else {
            addBuild(line, counts, step.input());
        }
    }

    /** Adds the counts of the table that is scanned last, and of the further use of its rows. */
    private void addScanned(PlanLine line, VectorCounts counts, int root) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("timeNs", counts.time(root));
        numbers.put("loops", counts.runs(root));
        add(line, numbers);
        addSearch(line, counts, root);
        addRows(line, counts, root);
        Map<String, Long> sink = new LinkedHashMap<>();
        sink.put("timeNs", counts.sink(root).time());
        sink.put("in", counts.sink(root).in());
        sink.put("out", counts.results(root));
        addBelow(line, counts.scan().grouped() ? "GROUPS" : "ROWS", sink);
    }

    /** Adds the work that was done to find which rows of large tables an input's rows look for. */
    private void addSearch(PlanLine line, VectorCounts counts, int input) {
        ScanCounts searched = counts.searched(input);
        if (searched.partitions() == 0) {
            return;
        }
        Map<String, Long> numbers = stage(counts.search(input));
        addRead(numbers, searched);
        numbers.remove("read");
        addBelow(line, "SEARCH FOR KEYS", numbers);
    }

    /** Adds the counts of a build side: the results of its probes, and its construction. */
    private void addBuild(PlanLine line, VectorCounts counts, int input) {
        VectorScan scan = counts.scan();
        for (int from = 0; from < scan.inputs().size(); from++) {
            int probe = scan.probe(from, input);
            if (probe >= 0) {
                add(line, stage(counts.probe(from, probe)));
            }
        }
        addSearch(line, counts, input);
        addRows(line, counts, input);
        Map<String, Long> table = new LinkedHashMap<>();
        table.put("timeNs", counts.sink(input).time() + counts.tableTime(input));
        table.put("in", counts.sink(input).in());
        table.put("out", counts.tableRows(input));
        addBelow(line, "TABLE", table);
    }

    /** Adds the rows that were read of an input, and those that pass its own conditions. */
    private void addRows(PlanLine line, VectorCounts counts, int input) {
        ScanCounts read = counts.read(input);
        Map<String, Long> numbers = stage(counts.filter(input));
        addRead(numbers, read);
        numbers.remove("read");
        if (read.decoded() > 0) {
            numbers.put("decodeNs", counts.decodeTime(input));
        }
        String verb = counts.scan().isRoot(input) ? "READ " : "BUILD ";
        addBelow(line, verb + counts.scan().inputs().get(input).table(), numbers);
        addColumns(line, read);
    }

    private static Map<String, Long> stage(VectorCounts.Stage stage) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("timeNs", stage.time());
        numbers.put("in", stage.in());
        numbers.put("out", stage.out());
        return numbers;
    }

    /** Adds the encodings of the columns that were read. */
    private void addColumns(PlanLine line, ScanCounts read) {
        if (read.partitions() > 0) {
            addBelow(line, "COLUMNS " + read.columns(), Map.of());
        }
    }
}
