package org.sqlvm.engine.row.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.Text;

/** Numbers of equal texts, under collations as users write them. */
final class TextClassesTest {
    /** Finds every text to be equal to others at every second comparison only. */
    private static final class Unsteady extends Collation {
        private int calls;

        Unsteady() {
            super("unsteady");
        }

        @Override
        public int compare(Text left, Text right) {
            calls++;
            return calls % 2 == 0 ? 0 : 1;
        }
    }

    @Test
    void equalTextsHaveOneNumber() {
        TextClasses classes = new TextClasses(Collation.NOCASE);
        int one = classes.add(Text.of("one"));
        int two = classes.add(Text.of("two"));
        assertEquals(one, classes.add(Text.of("ONE")));
        assertEquals(two, classes.find(Text.of("Two")));
        assertEquals(0, classes.find(Text.of("three")));
    }

    /** It is not found, or it is; nothing else. */
    @Test
    void aCollationThatIsNoOrderGivesSomeNumber() {
        TextClasses classes = new TextClasses(new Unsteady());
        int number = classes.add(Text.of("a"));
        for (int i = 0; i < 10; i++) {
            int found = classes.find(Text.of("a"));
            assertEquals(found == 0 ? 0 : number, found);
        }
    }
}
