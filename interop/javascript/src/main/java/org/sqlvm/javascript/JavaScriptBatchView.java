package org.sqlvm.javascript;

import com.oracle.truffle.api.strings.TruffleString;
import com.oracle.truffle.js.runtime.BigInt;
import com.oracle.truffle.js.runtime.JSRealm;
import com.oracle.truffle.js.runtime.Strings;
import com.oracle.truffle.js.runtime.array.TypedArray;
import com.oracle.truffle.js.runtime.array.TypedArrayFactory;
import com.oracle.truffle.js.runtime.builtins.JSArray;
import com.oracle.truffle.js.runtime.builtins.JSArrayBuffer;
import com.oracle.truffle.js.runtime.builtins.JSArrayBufferView;
import com.oracle.truffle.js.runtime.builtins.JSFunctionObject;
import com.oracle.truffle.js.runtime.builtins.JSTypedArrayObject;
import com.oracle.truffle.js.runtime.objects.JSDynamicObject;
import com.oracle.truffle.js.runtime.objects.JSObject;
import com.oracle.truffle.js.runtime.objects.Null;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.values.BatchView;

import java.util.Arrays;

/**
 * A batch as an array with an array of JavaScript for each column and, behind these, whether there
 * are more rows; the only row as an array with an array of its values. Reals are the batch's own
 * array, not a copy. In the raw form integers are BigInts; else they are numbers, which lose digits
 * beyond 53 bits.
 *
 * <p>Made of GraalJS's internals, version 25.0.3, which {@code javascript.args} exports to us.
 * Where they are not to be had, {@link #isUsable()} is false and the module reads batches through
 * the polyglot API.
 */
public final class JavaScriptBatchView implements BatchView {
    /** Larger arrays are not kept for the sake of one string in them. */
    private static final int SHARED_SIZE_MAX = 1 << 16;

    /** The class of Node for bytes, a global object. */
    private static final TruffleString BUFFER = Strings.fromJavaString("Buffer");

    @Override
    public String language() {
        return "javascript";
    }

    @Override
    public boolean isUsable() {
        try {
            // Each package that is used below, touched once.
            return nothing() != null && bytes(Blob.of(new byte[0])) != null && tuple() != null;
        } catch (LinkageError notExportedOrNotHere) {
            return false;
        }
    }

    @Override
    public Object bigInteger(long integer) {
        return BigInt.valueOf(integer);
    }

    @Override
    public boolean hasOnlyReals() {
        return true;
    }

    @Override
    public Object view(Batch batch, boolean more, boolean raw) {
        JSRealm realm = JSRealm.get(null);
        Object[] parts = new Object[batch.columnCount() + 1];
        for (int column = 0; column < parts.length - 1; column++) {
            parts[column] = column(realm, batch, column, raw);
        }
        parts[parts.length - 1] = more;
        return array(realm, parts);
    }

    private static Object column(JSRealm realm, Batch batch, int column, boolean raw) {
        int count = batch.rowCount();
        return switch (batch.kind(column)) {
            case Batch.KIND_LONG -> integers(realm, batch.longs(column), count, raw);
            case Batch.KIND_DOUBLE -> {
                double[] reals = batch.doubles(column);
                boolean shared = !batch.isReused() && reals.length == count;
                yield JSArray.createConstantDoubleArray(
                        realm.getContext(), realm, shared ? reals : Arrays.copyOf(reals, count));
            }
            default -> {
                Object[] values = Arrays.copyOf(batch.objects(column), count);
                convert(realm, values, raw, batch.isReused());
                yield array(realm, values);
            }
        };
    }

    private static Object integers(JSRealm realm, long[] longs, int count, boolean raw) {
        if (raw) {
            Object[] integers = new Object[count];
            for (int i = 0; i < count; i++) {
                integers[i] = BigInt.valueOf(longs[i]);
            }
            return array(realm, integers);
        }
        int[] small = new int[count];
        for (int i = 0; i < count; i++) {
            small[i] = (int) longs[i];
            if (small[i] != longs[i]) {
                double[] large = new double[count];
                for (int k = 0; k < count; k++) {
                    large[k] = longs[k];
                }
                return JSArray.createConstantDoubleArray(realm.getContext(), realm, large);
            }
        }
        return JSArray.createConstantIntArray(realm.getContext(), realm, small);
    }

    private static Object array(JSRealm realm, Object[] values) {
        return JSArray.createConstantObjectArray(realm.getContext(), realm, values);
    }

    private static void convert(JSRealm realm, Object[] values, boolean raw, boolean reused) {
        for (int i = 0; i < values.length; i++) {
            values[i] = switch (values[i]) {
                case Text text -> string(text, reused);
                case Long integer -> raw ? BigInt.valueOf(integer) : number(integer);
                case Blob blob -> bytes(realm, blob);
                case SqlNull _ -> Null.instance;
                default -> values[i];
            };
        }
    }

    private static Object number(long integer) {
        return integer == (int) integer ? (Object) (int) integer : (Object) (double) integer;
    }

    @Override
    public Object onlyRow(Batch batch) {
        JSRealm realm = JSRealm.get(null);
        Object[] values = new Object[batch.columnCount()];
        for (int column = 0; column < values.length; column++) {
            values[column] = batch.value(column, 0);
        }
        convert(realm, values, false, batch.isReused());
        return array(realm, new Object[] {array(realm, values)});
    }

    /** Rows are bound one by one. */
    @Override
    public Object[] row(Object rows, int place, int count) {
        return null;
    }

    @Override
    public Object tuple(Object... numbers) {
        Object[] values = new Object[numbers.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = numbers[i] instanceof Long integer ? number(integer) : numbers[i];
        }
        return array(JSRealm.get(null), values);
    }

    /** One thread at a time is in a context of JavaScript, which sees to that itself. */
    @Override
    public Runnable lock() {
        return NO_LOCK;
    }

    /** Returns a text as a string; bytes that are not UTF-8 become U+FFFD. */
    private static TruffleString string(Text text, boolean copied) {
        // A string that another language has cached may have another encoding.
        if (text.made instanceof TruffleString known
                && known.isCompatibleToUncached(TruffleString.Encoding.UTF_16)) {
            return known;
        }
        boolean shared = !text.isWhole() && (copied || text.array.length > SHARED_SIZE_MAX);
        TruffleString string = TruffleString.fromByteArrayUncached(
                        text.array, text.offset, text.length, TruffleString.Encoding.UTF_8, shared)
                .switchEncodingUncached(TruffleString.Encoding.UTF_16);
        text.made = string;
        return string;
    }

    /** A Buffer, if the program has that class, which is one of Uint8Arrays; else a Uint8Array. */
    private static Object bytes(JSRealm realm, Blob blob) {
        byte[] own = Arrays.copyOfRange(blob.array, blob.offset, blob.offset + blob.length);
        var buffer = JSArrayBuffer.createArrayBuffer(realm.getContext(), realm, own);
        JSTypedArrayObject bytes = JSArrayBufferView.createArrayBufferView(
                realm.getContext(),
                realm,
                buffer,
                TypedArrayFactory.Uint8Array,
                TypedArrayFactory.Uint8Array.createArrayType(
                        TypedArray.BUFFER_TYPE_ARRAY, false, true),
                0,
                own.length);
        if (JSObject.get(realm.getGlobalObject(), BUFFER) instanceof JSFunctionObject type
                && JSObject.get(type, JSObject.PROTOTYPE) instanceof JSDynamicObject prototype
                && JSObject.getPrototype(prototype) == JSObject.getPrototype(bytes)) {
            JSObject.setPrototype(bytes, prototype);
        }
        return bytes;
    }

    @Override
    public Object bytes(Blob blob) {
        return bytes(JSRealm.get(null), blob);
    }

    @Override
    public Object nothing() {
        return Null.instance;
    }
}
