package org.sqlvm.engine.row.hash;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.Text;

import java.util.TreeMap;

/**
 * Numbers texts under a collation that cannot be hashed: equal texts have the same number. Each
 * text costs a logarithm of comparisons.
 */
final class TextClasses {
    private final TreeMap<Text, Integer> numbers;

    TextClasses(Collation collation) {
        numbers = new TreeMap<>(collation::compare);
    }

    /** The number of a text that is to be kept. */
    int add(Text text) {
        Integer known = numbers.get(text);
        if (known != null) {
            return known;
        }
        int number = numbers.size() + 1;
        numbers.put(text.owned(), number);
        return number;
    }

    /** The number of a text; 0 if none that is equal is kept. */
    int find(Text text) {
        // Only one search: with an inconsistent collation a second one might find another text.
        Integer known = numbers.get(text);
        return known == null ? 0 : known;
    }
}
