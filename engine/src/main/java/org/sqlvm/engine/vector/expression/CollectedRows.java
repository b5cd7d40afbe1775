package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.vector.column.Chunk;

import java.util.ArrayList;
import java.util.List;

/** The rows that a thread has found in a segment: a chunk for each of some registers. */
public final class CollectedRows {
    private final List<ChunkCollector> collectors = new ArrayList<>();
    private final List<Chunk> chunks = new ArrayList<>();
    private int count;

    public CollectedRows(List<Integer> registers, int vectorRows) {
        registers.forEach(register -> collectors.add(new ChunkCollector(register, vectorRows)));
    }

    /** Adds the selected rows. */
    public void add(VectorRegisters registers) {
        if (registers.count() > 0) {
            collectors.forEach(collector -> collector.add(registers));
            count += registers.count();
        }
    }

    /** Makes the chunks. */
    public void finish() {
        assert chunks.isEmpty();
        collectors.forEach(collector -> chunks.add(collector.finish()));
    }

    public int count() {
        return count;
    }

    /** The chunk of a register, by its number; after {@link #finish}. */
    public Chunk chunk(int number) {
        return chunks.get(number);
    }
}
