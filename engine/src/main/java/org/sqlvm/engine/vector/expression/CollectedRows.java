package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.vector.column.Chunk;

import java.util.ArrayList;
import java.util.List;

/** Rows that a thread has found in a segment, as chunks of some registers' values. */
public final class CollectedRows {
    private final List<ChunkCollector> collectors = new ArrayList<>();
    private final List<Chunk> chunks = new ArrayList<>();
    private int count;

    public CollectedRows(List<Integer> registers, int vectorRows) {
        registers.forEach(register -> collectors.add(new ChunkCollector(register, vectorRows)));
    }

    /** Adds the rows at hand. */
    public void add(VectorRegisters registers) {
        if (registers.count() > 0) {
            collectors.forEach(collector -> collector.add(registers));
            count += registers.count();
        }
    }

    /** There are no more. */
    public void finish() {
        collectors.forEach(collector -> chunks.add(collector.finish()));
    }

    public int count() {
        return count;
    }

    /** Those of the register at a place, after {@link #finish}. */
    public Chunk chunk(int place) {
        return chunks.get(place);
    }
}
