package org.sqlvm.language.classfile;

import org.sqlvm.language.classfile.LoopNest.Loop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Cuts a program into parts that are short enough to be methods. Parts are ranges of addresses. A
 * cut through loops costs more the deeper they are, since control crosses it at each turn.
 */
final class ProgramCut {
    /** The cost of a cut outside of all loops; each loop around it costs SHIFT bits more. */
    private static final long CUT = 64;

    private static final int SHIFT = 4;
    private static final int DEPTH_MAX = 8;

    private final ProgramShape shape;

    /** By address: about how many bytes the instruction takes. */
    private final double[] sizes;

    /** By address: the cost of a cut in front of it. */
    private final long[] costs;

    /** @param sizes by address: about how many bytes the instruction takes */
    ProgramCut(ProgramShape shape, int[] sizes) {
        this.shape = shape;
        this.sizes = Arrays.stream(sizes).asDoubleStream().toArray();
        costs = new long[shape.size()];
        BitSet all = new BitSet();
        all.set(0, shape.size());
        int[] depths = new int[shape.size()];
        for (Loop loop : new LoopNest(all, shape.successors).loops()) {
            int first = loop.body().nextSetBit(0);
            for (int at = first + 1; at < loop.body().length(); at++) {
                depths[at]++;
            }
        }
        for (int at = 0; at < costs.length; at++) {
            long live = Math.min(CUT, shape.liveness.liveAt(at).cardinality());
            costs[at] = (CUT << (SHIFT * Math.min(DEPTH_MAX, depths[at]))) + live;
        }
    }

    /** Notes the real size of a part. */
    void correct(CodePart part, int size) {
        double estimate = part.addresses.stream().mapToDouble(at -> sizes[at]).sum();
        part.addresses.stream().forEach(at -> sizes[at] *= size / estimate);
    }

    /** Returns parts of at most that many bytes, as far as is known, that cost the least. */
    List<CodePart> parts(int sizeMax) {
        int count = shape.size();
        long[] best = new long[count + 1];
        int[] begins = new int[count + 1];
        for (int end = 1; end <= count; end++) {
            best[end] = Long.MAX_VALUE;
            double size = 0;
            for (int begin = end - 1; begin >= 0; begin--) {
                size += sizes[begin];
                if (size > sizeMax && begin < end - 1) {
                    break;
                }
                long cost = best[begin] + costs[begin];
                if (cost < best[end]) {
                    best[end] = cost;
                    begins[end] = begin;
                }
            }
        }
        List<BitSet> ranges = new ArrayList<>();
        for (int end = count; end > 0; end = begins[end]) {
            BitSet range = new BitSet();
            range.set(begins[end], end);
            ranges.addFirst(range);
        }
        return parts(shape, ranges);
    }

    /** Returns parts of a given number of instructions. */
    static List<CodePart> ofLength(ProgramShape shape, int length) {
        List<BitSet> ranges = new ArrayList<>();
        for (int begin = 0; begin < shape.size(); begin += length) {
            BitSet range = new BitSet();
            range.set(begin, Math.min(shape.size(), begin + length));
            ranges.add(range);
        }
        return parts(shape, ranges);
    }

    /** Returns parts of those addresses. */
    private static List<CodePart> parts(ProgramShape shape, List<BitSet> ranges) {
        int[] numbers = new int[shape.size()];
        for (int number = 0; number < ranges.size(); number++) {
            for (int at : ranges.get(number).stream().toArray()) {
                numbers[at] = number;
            }
        }
        BitSet borders = new BitSet();
        for (int at = 0; at < shape.size(); at++) {
            for (int target : shape.successors[at]) {
                borders.set(target, borders.get(target) || numbers[at] != numbers[target]);
            }
        }
        return ranges.stream()
                .map(range -> new CodePart(shape, range, borders, true))
                .toList();
    }
}
