package org.sqlvm.engine.plan.physical;

import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.program.Program.PlanLine;

import java.util.ArrayList;
import java.util.List;

/** Lines of EXPLAIN QUERY PLAN being put together. */
public final class PlanLines {
    private final List<PlanLine> lines = new ArrayList<>();

    /** A line under {@code parent}, 0 for none; gives its number. */
    public int add(int parent, String detail) {
        int id = lines.size() + 1;
        lines.add(new PlanLine(id, parent, detail));
        return id;
    }

    /**
     * The same of a loop over rows.
     *
     * @param of what the line tells of
     */
    public int add(int parent, String detail, Object of, Source rows) {
        int id = lines.size() + 1;
        lines.add(new PlanLine(id, parent, detail, of, rows.name(), rows.place()));
        return id;
    }

    /** The lines of a part, under {@code parent}. */
    public void addAll(int parent, List<PlanLine> part) {
        int base = lines.size();
        for (PlanLine line : part) {
            int above = line.parent() == 0 ? parent : base + line.parent();
            lines.add(new PlanLine(
                    base + line.id(), above, line.detail(), line.of(), line.term(), line.place()));
        }
    }

    public List<PlanLine> lines() {
        return List.copyOf(lines);
    }
}
