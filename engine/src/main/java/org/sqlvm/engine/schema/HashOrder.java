package org.sqlvm.engine.schema;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The order in which SQLite goes through the tables of a schema: that of its hash table, to which
 * names are added in the order of sqlite_schema. ANALYZE writes its rows in it, and some PRAGMAs
 * list tables in it.
 *
 * <p>All names are in one list. A name goes before the others of its bucket, or to the front if the
 * bucket is empty; without buckets it always goes to the front. When the table grows, the names are
 * added again in their present order.
 */
final class HashOrder {
    /** So few names are kept without buckets. */
    private static final int PLAIN_MAX = 4;

    /** How many names there may be to a bucket before there are more buckets. */
    private static final int LOAD_MAX = 2;

    /** How many buckets there are then to a name. */
    private static final int BUCKETS_PER_NAME = 3;

    /** The soft limit of an allocation, 1,024 bytes, over the 16 bytes of a bucket. */
    private static final int BUCKETS_MAX = 64;

    /** 2 to the 32 over the golden ratio, as the nearest prime. */
    private static final int MULTIPLIER = 0x9e3779b1;

    /** The bits of an ASCII letter that do not tell whether it is a capital. */
    private static final int LETTER_BITS = 0xdf;

    private static final class Element {
        final String name;
        final int hash;
        Element previous;
        Element next;

        Element(String name) {
            this.name = name;
            this.hash = hash(name);
        }
    }

    private Element first;
    private Element[] buckets = {};
    private int count;

    private HashOrder() {}

    /** Returns the names, added in their order, in the order of the hash table. */
    static List<String> of(List<String> names) {
        HashOrder order = new HashOrder();
        names.forEach(order::add);
        List<String> result = new ArrayList<>();
        for (Element element = order.first; element != null; element = element.next) {
            result.add(element.name);
        }
        assert result.size() == names.size() : result;
        return result;
    }

    private static int hash(String name) {
        int hash = 0;
        for (byte part : name.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash + (part & LETTER_BITS)) * MULTIPLIER;
        }
        return hash;
    }

    private void add(String name) {
        count++;
        int wanted = Math.min(count * BUCKETS_PER_NAME, BUCKETS_MAX);
        if (count > PLAIN_MAX && count > LOAD_MAX * buckets.length && wanted != buckets.length) {
            grow(wanted);
        }
        link(new Element(name));
    }

    private void grow(int size) {
        Element old = first;
        first = null;
        buckets = new Element[size];
        while (old != null) {
            Element next = old.next;
            link(old);
            old = next;
        }
    }

    private void link(Element element) {
        Element before = null;
        if (buckets.length > 0) {
            int bucket = Integer.remainderUnsigned(element.hash, buckets.length);
            before = buckets[bucket];
            buckets[bucket] = element;
        }
        element.next = before == null ? first : before;
        element.previous = before == null ? null : before.previous;
        if (element.next != null) {
            element.next.previous = element;
        }
        if (element.previous == null) {
            first = element;
        } else {
            element.previous.next = element;
        }
    }
}
