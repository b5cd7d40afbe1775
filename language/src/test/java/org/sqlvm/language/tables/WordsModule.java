package org.sqlvm.language.tables;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.TableCursor;
import org.sqlvm.api.TableModule;

import java.util.Iterator;
import java.util.NavigableSet;

/** {@code USING words}: a sorted set of words, of which a range can be read. */
record WordsModule(NavigableSet<String> words) implements TableModule, ModuleTable {
    @Override
    public ModuleTable connect(Call call) {
        return this;
    }

    @Override
    public String declaration() {
        return "CREATE TABLE x(word TEXT)";
    }

    @Override
    public ScanPlan plan(ScanRequest request) {
        int from = request.find(0, ScanRequest.Operator.GE);
        boolean sorted = request.order().size() == 1 && !request.order().get(0).descending();
        ScanPlan plan = ScanPlan.all().with(from, true).withCost(from < 0 ? 1000 : 100, 100);
        return sorted ? plan.inOrder() : plan;
    }

    @Override
    public TableCursor open() {
        return new TableCursor() {
            private Iterator<String> left;
            private String word;

            @Override
            public void filter(ScanPlan plan, Object[] arguments) {
                left = (arguments.length == 0 ? words : words.tailSet((String) arguments[0]))
                        .iterator();
            }

            @Override
            public boolean next() {
                boolean more = left.hasNext();
                word = more ? left.next() : null;
                return more;
            }

            @Override
            public Object column(int column) {
                return word;
            }

            @Override
            public long rowid() {
                return words.headSet(word).size();
            }
        };
    }
}
