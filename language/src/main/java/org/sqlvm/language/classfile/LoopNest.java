package org.sqlvm.language.classfile;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The loops of a set of addresses, each within the next. A loop is a set of addresses that can be
 * reached from each other; without its head, the loops in it are found likewise.
 */
final class LoopNest {
    /**
     * A loop.
     *
     * @param head the address at which control enters it; -1 if there are several
     * @param outer the loop around it, or null
     */
    record Loop(int head, BitSet body, Loop outer) {
        /** Returns the number of loops from the outermost to this one. */
        int depth() {
            int depth = 0;
            for (Loop loop = this; loop != null; loop = loop.outer) {
                depth++;
            }
            return depth;
        }
    }

    private final int[][] successors;
    private final List<Loop> loops = new ArrayList<>();
    private final Loop[] innermost;

    // The state of the search for cycles, by address.

    private final int[] order;
    private final int[] low;
    private final int[] next;
    private final BitSet pending = new BitSet();

    /** @param successors by address: where control may go */
    LoopNest(BitSet addresses, int[][] successors) {
        this.successors = successors;
        innermost = new Loop[successors.length];
        order = new int[successors.length];
        low = new int[successors.length];
        next = new int[successors.length];
        find(addresses, null);
    }

    /** Returns all loops; an outer one comes before those in it. */
    List<Loop> loops() {
        return loops;
    }

    /** Returns the innermost loop around an address, or null. */
    Loop around(int address) {
        return innermost[address];
    }

    /** Returns the heads of the loops around an address, the outermost first. */
    List<Integer> heads(int address) {
        List<Integer> heads = new ArrayList<>();
        for (Loop loop = innermost[address]; loop != null; loop = loop.outer) {
            if (loop.head >= 0) {
                heads.addFirst(loop.head);
            }
        }
        return heads;
    }

    private void find(BitSet within, Loop outer) {
        for (BitSet body : cycles(within)) {
            BitSet heads = heads(body, within);
            Loop loop = new Loop(heads.cardinality() == 1 ? heads.nextSetBit(0) : -1, body, outer);
            loops.add(loop);
            body.stream().forEach(address -> innermost[address] = loop);
            BitSet rest = (BitSet) body.clone();
            rest.andNot(heads);
            find(rest, loop);
        }
    }

    /** Returns the addresses at which control comes into a loop; the first one if it does not. */
    private BitSet heads(BitSet body, BitSet within) {
        BitSet heads = new BitSet();
        within.stream().filter(address -> !body.get(address)).forEach(address -> {
            for (int target : successors[address]) {
                heads.set(target, heads.get(target) || body.get(target));
            }
        });
        if (heads.isEmpty()) {
            heads.set(body.nextSetBit(0));
        }
        return heads;
    }

    /** Returns the sets of addresses that can be reached from each other (Tarjan's). */
    private List<BitSet> cycles(BitSet within) {
        within.stream().forEach(address -> order[address] = 0);
        List<BitSet> found = new ArrayList<>();
        int[] open = new int[within.cardinality()];
        int[] path = new int[within.cardinality()];
        int openCount = 0;
        int visited = 0;
        for (int root = within.nextSetBit(0); root >= 0; root = within.nextSetBit(root + 1)) {
            if (order[root] != 0) {
                continue;
            }
            int depth = 0;
            path[0] = root;
            while (depth >= 0) {
                int at = path[depth];
                if (order[at] == 0) {
                    order[at] = ++visited;
                    low[at] = visited;
                    next[at] = 0;
                    open[openCount++] = at;
                    pending.set(at);
                }
                if (next[at] < successors[at].length) {
                    int target = successors[at][next[at]++];
                    if (within.get(target) && order[target] == 0) {
                        path[++depth] = target;
                    } else if (within.get(target) && pending.get(target)) {
                        low[at] = Math.min(low[at], order[target]);
                    }
                    continue;
                }
                if (low[at] == order[at]) {
                    BitSet cycle = new BitSet();
                    int member;
                    do {
                        member = open[--openCount];
                        pending.clear(member);
                        cycle.set(member);
                    } while (member != at);
                    if (cycle.cardinality() > 1 || goesTo(at, at)) {
                        found.add(cycle);
                    }
                }
                depth--;
                if (depth >= 0) {
                    low[path[depth]] = Math.min(low[path[depth]], low[at]);
                }
            }
        }
        return found;
    }

    private boolean goesTo(int from, int to) {
        for (int target : successors[from]) {
            if (target == to) {
                return true;
            }
        }
        return false;
    }
}
