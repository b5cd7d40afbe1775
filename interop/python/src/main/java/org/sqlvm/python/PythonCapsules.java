package org.sqlvm.python;

import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.capsule.PyCapsule;
import com.oracle.graal.python.runtime.object.PFactory;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;

import org.sqlvm.engine.error.SqlException;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Python's objects for pointers. They need one export more of GraalPy than lists do. */
final class PythonCapsules {
    private PythonCapsules() {}

    private static final Map<String, byte[]> NAMES = new ConcurrentHashMap<>();

    @TruffleBoundary
    private static byte[] known(String name) {
        return NAMES.computeIfAbsent(name, PyCapsule::capsuleName);
    }

    @TruffleBoundary
    static Object capsule(String name, long address) {
        try {
            return PFactory.createCapsuleJavaName(PythonLanguage.get(null), address, known(name));
        } catch (LinkageError notExported) {
            throw missing();
        }
    }

    /** Returns 0 if the object is no capsule of that name. */
    @TruffleBoundary
    static long address(String name, Object capsule) {
        try {
            return capsule instanceof PyCapsule known && isCalled(known, name)
                    ? pointer(known.getPointer())
                    : 0;
        } catch (LinkageError notExported) {
            throw missing();
        }
    }

    /** The names of capsules from C are pointers; those from Java are our own arrays. */
    private static boolean isCalled(PyCapsule capsule, String name) {
        if (PyCapsule.capsuleJavaNameIs(capsule, known(name))) {
            return true;
        }
        long address = pointer(capsule.getNamePtr());
        return address != 0 && name.equals(text(address));
    }

    @SuppressWarnings("restricted") // A pointer of C.
    private static String text(long address) {
        return MemorySegment.ofAddress(address).reinterpret(Integer.MAX_VALUE).getString(0);
    }

    private static long pointer(Object value) {
        if (value instanceof Long address) {
            return address;
        }
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            return value != null && interop.isPointer(value) ? interop.asPointer(value) : 0;
        } catch (UnsupportedMessageException _) {
            return 0;
        }
    }

    private static SqlException missing() {
        return SqlException.notSupported(
                "a capsule of Python (--add-exports"
                        + " org.graalvm.py/com.oracle.graal.python.builtins.objects.capsule)",
                -1);
    }
}
