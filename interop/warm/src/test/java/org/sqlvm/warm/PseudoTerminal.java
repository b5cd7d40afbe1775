package org.sqlvm.warm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import org.sqlvm.columns.Descriptor;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A terminal and the keys and the screen before it. */
@SuppressWarnings("restricted") // Java has no call for it.
final class PseudoTerminal implements AutoCloseable {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final int READ_WRITE = 2;
    private static final int NOT_CONTROLLING = 0x100;
    private static final long SET_SIZE = 0x5414;
    private static final int NAME_MAX = 64;
    private static final int LOOK_MS = 100;

    private final Descriptor user;
    private final Descriptor terminal;
    private final StringBuilder screen = new StringBuilder();

    PseudoTerminal() {
        int number = call("posix_openpt", READ_WRITE | NOT_CONTROLLING);
        call("unlockpt", number);
        user = Descriptor.of(number);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(NAME_MAX);
            call("ptsname_r", number, name, (long) NAME_MAX);
            terminal = Descriptor.of(call("open", name, READ_WRITE | NOT_CONTROLLING));
            // JLine shows nothing on a terminal without a size.
            MemorySegment size =
                    arena.allocateFrom(JAVA_SHORT, (short) 24, (short) 80, (short) 0, (short) 0);
            call("ioctl", number, SET_SIZE, size);
        }
    }

    private static int call(String name, Object... arguments) {
        MemoryLayout[] types = new MemoryLayout[arguments.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = switch (arguments[i]) {
                case Integer _ -> JAVA_INT;
                case Long _ -> JAVA_LONG;
                default -> ADDRESS;
            };
        }
        try {
            int result = (int) LINKER.downcallHandle(
                            LINKER.defaultLookup().findOrThrow(name),
                            FunctionDescriptor.of(JAVA_INT, types))
                    .invokeWithArguments(arguments);
            if (result < 0) {
                throw new AssertionError(name + " fails");
            }
            return result;
        } catch (Throwable e) {
            throw new AssertionError(name, e);
        }
    }

    /** The descriptor that programs have. */
    Descriptor terminal() {
        return terminal;
    }

    void type(String keys) throws IOException {
        user.write(ByteBuffer.wrap(keys.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Waits until the screen shows a text behind what was awaited before.
     *
     * @param looks how often it is looked for, in tenths of a second
     * @return whether it does
     */
    boolean shows(String text, int looks) throws IOException {
        for (int i = 0; i < looks; i++) {
            int found = screen.indexOf(text);
            if (found >= 0) {
                screen.delete(0, found + text.length());
                return true;
            }
            if (user.awaitReadable(LOOK_MS)) {
                ByteBuffer bytes = ByteBuffer.allocate(4096);
                user.read(bytes);
                screen.append(StandardCharsets.ISO_8859_1.decode(bytes.flip()));
            }
        }
        return false;
    }

    String screen() {
        return screen.toString();
    }

    @Override
    public void close() throws IOException {
        terminal.close();
        user.close();
    }
}
