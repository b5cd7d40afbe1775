package org.sqlvm.engine.virtual.fts5.query;

import org.sqlvm.engine.virtual.fts5.index.Detail;
import org.sqlvm.engine.virtual.fts5.index.TermRows;

import java.util.ArrayList;
import java.util.List;

/** AND, OR and NOT. */
abstract sealed class OperatorNode extends QueryNode {
    final List<QueryNode> children = new ArrayList<>();
    /** The children as they are when it is opened. */
    QueryNode[] parts = {};

    /** Adds a part; the parts of one with the same operator, except NOT, instead of itself. */
    final void add(QueryNode node) {
        if (node.getClass() == getClass() && !(this instanceof Not)) {
            children.addAll(((OperatorNode) node).children);
        } else {
            children.add(node);
        }
        for (QueryNode child : children) {
            height = Math.max(height, child.height + 1);
        }
    }

    @Override
    final void open(Scan scan) {
        int ended = 0;
        parts = children.toArray(parts);
        for (QueryNode child : parts) {
            child.first(scan);
            ended += child.atEnd ? 1 : 0;
        }
        rowid = children.getFirst().rowid;
        checkEnd(ended);
    }

    /** Ends it if it has no row, since this number of its parts have none. */
    abstract void checkEnd(int ended);

    @Override
    void end() {
        super.end();
        children.forEach(QueryNode::end);
    }

    @Override
    final void clearPositions() {
        children.forEach(QueryNode::clearPositions);
    }

    @Override
    final void clearFirst() {
        children.forEach(QueryNode::clearFirst);
    }

    @Override
    final boolean recheck(long current) {
        rowid = current;
        atEnd = false;
        return recheckParts(current);
    }

    abstract boolean recheckParts(long current);

    @Override
    void next(Scan scan) {
        parts[0].next(scan);
        test(scan);
    }

    @Override
    void seek(Scan scan, long wanted) {
        parts[0].seek(scan, wanted);
        test(scan);
    }

    @Override
    final void restrict(int[] columns) {
        children.forEach(child -> child.restrict(columns));
    }

    @Override
    final void close() {
        children.forEach(QueryNode::close);
    }

    static final class And extends OperatorNode {
        @Override
        boolean canSkip(Scan scan) {
            for (QueryNode part : parts) {
                if (!(part instanceof PhraseNode phrase && phrase.rows() != null)) {
                    return false;
                }
            }
            return scan.detail() == Detail.FULL;
        }

        @Override
        int skip(Scan scan, int limit) {
            TermRows[] rows = new TermRows[parts.length];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = ((PhraseNode) parts[i]).rows();
            }
            int count = CommonRows.skip(rows, limit);
            if (count < limit) {
                end();
                return count;
            }
            for (QueryNode part : parts) {
                part.test(scan);
            }
            rowid = rows[0].rowid();
            mismatch = false;
            return count;
        }

        @Override
        void checkEnd(int ended) {
            if (ended > 0) {
                end();
            }
        }

        @Override
        void test(Scan scan) {
            long last = rowid;
            boolean all;
            do {
                mismatch = false;
                all = true;
                for (QueryNode child : parts) {
                    if (!child.atEnd && scan.compare(last, child.rowid) > 0) {
                        child.seek(scan, last);
                    }
                    if (child.atEnd) {
                        end();
                        return;
                    }
                    if (child.rowid != last) {
                        all = false;
                        last = child.rowid;
                    }
                    mismatch |= child.mismatch;
                }
            } while (!all);
            rowid = last;
            if (mismatch && this != scan.root()) {
                clearPositions();
            }
        }

        @Override
        boolean recheckParts(long current) {
            for (QueryNode child : parts) {
                if (!child.recheck(current)) {
                    clearFirst();
                    return false;
                }
            }
            return true;
        }
    }

    static final class Or extends OperatorNode {
        @Override
        void checkEnd(int ended) {
            if (ended == parts.length) {
                end();
            }
        }

        @Override
        void next(Scan scan) {
            long last = rowid;
            for (QueryNode child : parts) {
                if (!child.atEnd && child.rowid == last) {
                    child.next(scan);
                }
            }
            test(scan);
        }

        @Override
        void seek(Scan scan, long wanted) {
            for (QueryNode child : parts) {
                if (!child.atEnd && scan.compare(child.rowid, wanted) < 0) {
                    child.seek(scan, wanted);
                }
            }
            test(scan);
        }

        @Override
        void test(Scan scan) {
            QueryNode best = parts[0];
            for (QueryNode child : parts) {
                int order = scan.compare(best, child);
                if (child != best && (order > 0 || (order == 0 && !child.mismatch))) {
                    best = child;
                }
            }
            rowid = best.rowid;
            atEnd = best.atEnd;
            mismatch = best.mismatch;
        }

        @Override
        boolean recheckParts(long current) {
            boolean any = false;
            for (QueryNode child : parts) {
                any |= child.recheck(current);
            }
            return any;
        }
    }

    static final class Not extends OperatorNode {
        /** As in SQLite, the other part stays on its row, so functions see its phrases there. */
        @Override
        void checkEnd(int ended) {
            atEnd = parts[0].atEnd;
        }

        @Override
        void test(Scan scan) {
            QueryNode left = parts[0];
            QueryNode right = parts[1];
            while (!left.atEnd) {
                int order = scan.compare(left, right);
                if (order > 0) {
                    right.seek(scan, left.rowid);
                    order = scan.compare(left, right);
                }
                if (order != 0 || right.mismatch) {
                    break;
                }
                left.next(scan);
            }
            atEnd = left.atEnd;
            mismatch = left.mismatch;
            rowid = left.rowid;
            if (left.atEnd) {
                right.clearPositions();
            }
        }

        @Override
        boolean recheckParts(long current) {
            if (parts[0].recheck(current) && !parts[1].recheck(current)) {
                return true;
            }
            clearFirst();
            return false;
        }
    }
}
