package org.sqlvm.shell;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;

/**
 * Truffle uses sun.misc.Unsafe, and JDK 25 prints a page about that unless it is started with
 * {@code --sun-misc-unsafe-memory-access=allow}. Users start {@code java -jar} without flags, so
 * the manifest of the jar with everything opens the package in which the JDK keeps the flag.
 */
final class UnsafeWarning {
    private static final String PACKAGE = "jdk.internal.misc";
    private static final String FLAG = "sun.misc.unsafe.memory.access";

    private UnsafeWarning() {}

    /** Sets the flag, unless the user has set it. Without the manifest this does nothing. */
    static void switchOff() {
        if (!Object.class.getModule().isOpen(PACKAGE, UnsafeWarning.class.getModule())) {
            return;
        }
        try {
            Field saved = Class.forName(PACKAGE + ".VM").getDeclaredField("savedProps");
            saved.setAccessible(true);
            Map<Object, Object> properties = new HashMap<>((Map<?, ?>) saved.get(null));
            properties.putIfAbsent(FLAG, "allow");
            saved.set(null, properties);
        } catch (ReflectiveOperationException e) {
            // A JDK that keeps it elsewhere prints its page.
        }
    }
}
