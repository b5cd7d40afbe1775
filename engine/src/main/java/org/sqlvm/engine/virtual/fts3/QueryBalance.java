package org.sqlvm.engine.virtual.fts3;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** Makes long chains of AND or OR trees that are not high. */
final class QueryBalance {
    private final Supplier<RuntimeException> tooLarge;
    private final Supplier<RuntimeException> malformed;

    private QueryBalance(
            Supplier<RuntimeException> tooLarge, Supplier<RuntimeException> malformed) {
        this.tooLarge = tooLarge;
        this.malformed = malformed;
    }

    /**
     * Returns the balanced tree.
     *
     * @param tooLarge the error if there are too many operands
     * @param malformed the error if the tree is too high in another way
     */
    static Query of(
            Query root,
            int depth,
            Supplier<RuntimeException> tooLarge,
            Supplier<RuntimeException> malformed) {
        return new QueryBalance(tooLarge, malformed).balance(root, depth);
    }

    private Query balance(Query root, int depth) {
        if (depth == 0) {
            throw malformed.get();
        }
        if (root.kind == Query.Kind.NOT) {
            Query left = root.left;
            Query right = root.right;
            left.parent = null;
            right.parent = null;
            root.setLeft(balance(left, depth - 1));
            root.setRight(balance(right, depth - 1));
            return root;
        }
        if (root.kind != Query.Kind.AND && root.kind != Query.Kind.OR) {
            return root;
        }
        Query[] trees = new Query[depth];
        for (Query operand : new Operands(root)) {
            operand.parent = null;
            Query carried = balance(operand, depth - 1);
            int height = 0;
            while (height < depth && trees[height] != null) {
                carried = join(root.kind, trees[height], carried);
                trees[height++] = null;
            }
            if (height == depth) {
                throw tooLarge.get();
            }
            trees[height] = carried;
        }
        Query result = null;
        for (Query each : trees) {
            if (each != null) {
                result = result == null ? each : join(root.kind, each, result);
            }
        }
        result.parent = null;
        return result;
    }

    private static Query join(Query.Kind kind, Query left, Query right) {
        Query made = new Query(kind);
        made.setLeft(left);
        made.setRight(right);
        return made;
    }

    /** The operands of operators of one kind that follow each other, from left to right. */
    private static final class Operands implements Iterable<Query> {
        private final List<Query> found = new ArrayList<>();

        Operands(Query root) {
            ArrayDeque<Query> stack = new ArrayDeque<>();
            stack.push(root);
            while (!stack.isEmpty()) {
                Query each = stack.pop();
                if (each.kind == root.kind) {
                    stack.push(each.right);
                    stack.push(each.left);
                } else {
                    found.add(each);
                }
            }
        }

        @Override
        public Iterator<Query> iterator() {
            return found.iterator();
        }
    }
}
