package org.sqlvm.columns;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * System calls that Java has no method for, by the foreign-function API: no other way takes a
 * descriptor from one process to another. Numbers are those of 64-bit Linux on x86 and ARM, where
 * they are the same.
 */
@SuppressWarnings("restricted") // Calls of native functions are what this class is for.
final class LinuxCalls {
    static final int NOT_PERMITTED = 1;
    static final int INTERRUPTED = 4;
    static final int WOULD_BLOCK = 11;

    private static final Linker LINKER = Linker.nativeLinker();

    private static final Linker.Option STATE = Linker.Option.captureCallState("errno");
    private static final MemoryLayout STATE_LAYOUT = Linker.Option.captureStateLayout();
    private static final VarHandle NUMBER =
            STATE_LAYOUT.varHandle(PathElement.groupElement("errno"));

    /** Those that move bytes are called in their exact form, which needs no array of arguments. */
    private static final MethodHandle READ = of("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);

    private static final MethodHandle WRITE = of("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle POLL = of("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle SENDMSG =
            of("sendmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle RECVMSG =
            of("recvmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);

    private LinuxCalls() {}

    private static MethodHandle of(String name, MemoryLayout result, MemoryLayout... parameters) {
        return of(name, FunctionDescriptor.of(result, parameters), STATE);
    }

    private static MethodHandle of(
            String name, FunctionDescriptor descriptor, Linker.Option... options) {
        MemorySegment function = LINKER.defaultLookup().findOrThrow(name);
        return LINKER.downcallHandle(function, descriptor, options);
    }

    /** A call that is made once for a connection or a result. */
    private static int call(String name, FunctionDescriptor descriptor, Object... arguments)
            throws IOException {
        return call(name, of(name, descriptor, STATE), arguments);
    }

    private static int call(String name, MethodHandle handle, Object... arguments)
            throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE_LAYOUT);
            List<Object> all = new ArrayList<>(List.of(state));
            all.addAll(List.of(arguments));
            int result;
            do {
                result = (int) handle.invokeWithArguments(all);
            } while (result < 0 && number(state) == INTERRUPTED);
            return (int) checked(name, result, state);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    private static int number(MemorySegment state) {
        return (int) NUMBER.get(state, 0L);
    }

    private static long checked(String name, long result, MemorySegment state)
            throws CallException {
        if (result < 0) {
            throw failure(name, number(state));
        }
        return result;
    }

    private static CallException failure(String name, int number) {
        MethodHandle strerror = of("strerror", FunctionDescriptor.of(ADDRESS, JAVA_INT));
        try {
            MemorySegment text = (MemorySegment) strerror.invokeExact(number);
            return new CallException(name, number, text.reinterpret(1 << 10).getString(0));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the exception for an error that a method handle has thrown. */
    private static IOException rethrown(Throwable thrown) {
        return switch (thrown) {
            case IOException e -> e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new AssertionError(thrown);
        };
    }

    static int socket(int domain, int type) throws IOException {
        return call(
                "socket",
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
                domain,
                type,
                0);
    }

    /** @param call bind or connect */
    static void address(String call, int socket, MemorySegment address) throws IOException {
        call(
                call,
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT),
                socket,
                address,
                (int) address.byteSize());
    }

    static void listen(int socket, int backlog) throws IOException {
        call("listen", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT), socket, backlog);
    }

    static int accept(int socket, int flags) throws IOException {
        return call(
                "accept4",
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT),
                socket,
                MemorySegment.NULL,
                MemorySegment.NULL,
                flags);
    }

    static void socketOption(
            int socket, int level, int option, MemorySegment value, MemorySegment size)
            throws IOException {
        call(
                "getsockopt",
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS),
                socket,
                level,
                option,
                value,
                size);
    }

    static void shutdown(int socket, int how) throws IOException {
        call("shutdown", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT), socket, how);
    }

    static void close(int descriptor) throws IOException {
        call("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT), descriptor);
    }

    static int memoryFile(MemorySegment name, int flags) throws IOException {
        return call(
                "memfd_create", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), name, flags);
    }

    static int control(int descriptor, int command, int argument) throws IOException {
        FunctionDescriptor shape = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
        MethodHandle fcntl = of("fcntl", shape, STATE, Linker.Option.firstVariadicArg(2));
        return call("fcntl", fcntl, descriptor, command, argument);
    }

    static void terminalMode(int descriptor, MemorySegment mode) throws IOException {
        call("tcgetattr", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS), descriptor, mode);
    }

    static void setTerminalMode(int descriptor, MemorySegment mode) throws IOException {
        int drained = 1;
        call(
                "tcsetattr",
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS),
                descriptor,
                drained,
                mode);
    }

    static void terminalSize(int descriptor, MemorySegment size) throws IOException {
        long window = 0x5413;
        FunctionDescriptor shape = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
        MethodHandle control = of("ioctl", shape, STATE, Linker.Option.firstVariadicArg(2));
        call("ioctl", control, descriptor, window, size);
    }

    static void pipe(MemorySegment ends, int flags) throws IOException {
        call("pipe2", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), ends, flags);
    }

    static int user() throws IOException {
        return call("getuid", of("getuid", FunctionDescriptor.of(JAVA_INT), STATE));
    }

    static long seek(int descriptor, long offset, int from) throws IOException {
        MethodHandle seek = of("lseek", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE_LAYOUT);
            long result = (long) seek.invokeExact(state, descriptor, offset, from);
            return checked("lseek", result, state);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /** Maps a file for reading until the arena is closed. */
    static MemorySegment map(int descriptor, long size, Arena arena) throws IOException {
        int readable = 1;
        int shared = 1;
        MethodHandle map = of(
                "mmap", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
        try (Arena own = Arena.ofConfined()) {
            MemorySegment state = own.allocate(STATE_LAYOUT);
            long address = checked(
                    "mmap",
                    (long) map.invokeExact(state, 0L, size, readable, shared, descriptor, 0L),
                    state);
            return MemorySegment.ofAddress(address)
                    .reinterpret(size, arena, LinuxCalls::unmap)
                    .asReadOnly();
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    private static void unmap(MemorySegment mapped) {
        MethodHandle unmap = of("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));
        try {
            int result = (int) unmap.invokeExact(mapped, mapped.byteSize());
            assert result == 0 : result;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static long read(int descriptor, MemorySegment target) throws IOException {
        return transfer("read", READ, descriptor, target);
    }

    static long write(int descriptor, MemorySegment source) throws IOException {
        return transfer("write", WRITE, descriptor, source);
    }

    private static long transfer(
            String name, MethodHandle handle, int descriptor, MemorySegment bytes)
            throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE_LAYOUT);
            long result;
            do {
                result = (long) handle.invokeExact(state, descriptor, bytes, bytes.byteSize());
            } while (result < 0 && number(state) == INTERRUPTED);
            return checked(name, result, state);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    static long sendMessage(int socket, MemorySegment header, int flags) throws IOException {
        return message("sendmsg", SENDMSG, socket, header, flags);
    }

    static long receiveMessage(int socket, MemorySegment header, int flags) throws IOException {
        return message("recvmsg", RECVMSG, socket, header, flags);
    }

    private static long message(
            String name, MethodHandle handle, int socket, MemorySegment header, int flags)
            throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE_LAYOUT);
            long result;
            do {
                result = (long) handle.invokeExact(state, socket, header, flags);
            } while (result < 0 && number(state) == INTERRUPTED);
            return checked(name, result, state);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /** @param timeoutMs -1 for any time */
    static void poll(MemorySegment entries, int count, int timeoutMs) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE_LAYOUT);
            int result = (int) POLL.invokeExact(state, entries, (long) count, timeoutMs);
            if (result < 0 && number(state) != INTERRUPTED) {
                throw failure("poll", number(state));
            }
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }
}
