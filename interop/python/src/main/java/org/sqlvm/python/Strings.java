package org.sqlvm.python;

import com.oracle.graal.python.PythonLanguage;
import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.LoopNode;
import com.oracle.truffle.api.nodes.RootNode;
import com.oracle.truffle.api.strings.TruffleString;

import org.sqlvm.engine.data.Text;

import java.lang.ref.WeakReference;
import java.util.Arrays;

/**
 * Converts the values of a column to Python's, in code that Graal compiles. A TruffleString reads
 * each byte of a new string: with vector instructions there, but byte by byte in HotSpot's code,
 * which is most of the time to make one.
 */
final class Strings extends RootNode {
    /** The instance of the last language, for the statements of a program that has only one. */
    private static volatile WeakReference<Strings> last = new WeakReference<>(null);

    private final PythonLanguage language;

    @Child
    private TruffleString.FromByteArrayNode fromBytes = TruffleString.FromByteArrayNode.create();

    private Strings(PythonLanguage language) {
        super(language);
        this.language = language;
    }

    static CallTarget target(PythonLanguage language) {
        Strings made = last.get();
        if (made == null || made.language != language) {
            made = new Strings(language);
            last = new WeakReference<>(made);
        }
        return made.getCallTarget();
    }

    /**
     * Takes an array of values of SQL, their number, and whether the texts will be overwritten.
     * Returns the index of the first text that cannot be decoded, or the number of values.
     */
    @Override
    public Object execute(VirtualFrame frame) {
        Object[] arguments = frame.getArguments();
        Object[] values = (Object[]) arguments[0];
        int count = (int) arguments[1];
        boolean reused = (boolean) arguments[2];
        for (int i = 0; i < count; i++) {
            Object value = values[i];
            Object made = value instanceof Text text ? string(text, reused) : other(value);
            if (made == null) {
                return i;
            }
            values[i] = made;
        }
        LoopNode.reportLoopCount(this, count);
        return count;
    }

    private Object string(Text text, boolean reused) {
        // Another language may have cached a string of another encoding.
        if (text.made instanceof TruffleString known && isPythons(known)) {
            return known;
        }
        boolean copied = PythonBatchView.isCopied(text, reused);
        int end = text.offset + text.length;
        TruffleString utf8 = fromBytes.execute(
                copied ? Arrays.copyOfRange(text.array, text.offset, end) : text.array,
                copied ? 0 : text.offset,
                text.length,
                TruffleString.Encoding.UTF_8,
                false);
        Object made = isPythons(utf8) ? utf8 : PythonBatchView.decoded(utf8);
        text.made = made;
        return made;
    }

    /** ASCII is, whatever its encoding. */
    private static boolean isPythons(TruffleString string) {
        return string.isCompatibleToUncached(TruffleString.Encoding.UTF_32);
    }

    @TruffleBoundary
    private static Object other(Object value) {
        return PythonBatchView.other(value);
    }
}
