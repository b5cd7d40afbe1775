package org.sqlvm.columns;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A descriptor of this process: a socket, a memory file or an end of a pipe. Linux alone. Only who
 * has made it closes it; others may {@link #shutdown} a socket, which ends what waits for it.
 */
public final class Descriptor implements ByteChannel {
    private static final String SYSTEM = System.getProperty("os.name");
    private static final String MACHINE = System.getProperty("os.arch");

    private static final int UNIX = 1;
    private static final int STREAM = 1;
    private static final int SOCKET_CLOEXEC = 0x80000;
    private static final int SOCKET_LEVEL = 1;
    private static final int PEER_CREDENTIALS = 17;
    private static final int BACKLOG = 128;
    private static final int SHUT_BOTH = 2;
    /** The size of the path in an address, with the zero at its end. */
    private static final int PATH_MAX = 108;

    private static final int SEND_NO_SIGNAL = 0x4000;
    private static final int RECEIVE_CLOEXEC = 0x4000_0000;
    /** The control message was longer than its room. */
    private static final int CONTROL_TRUNCATED = 8;

    private static final int RIGHTS = 1;
    /** struct msghdr, struct iovec, and struct cmsghdr without its data. */
    private static final int HEADER_SIZE = 56;

    private static final int VECTOR_SIZE = 16;
    private static final int CONTROL_HEADER_SIZE = 16;
    /** More are not passed in one message. */
    private static final int DESCRIPTORS_MAX = 16;

    private static final int PIPE_CLOEXEC = 0x80000;
    private static final int MEMORY_CLOEXEC = 1;
    private static final int MEMORY_SEALABLE = 2;
    private static final int SET_FLAGS = 4;
    private static final int NON_BLOCKING = 0x800;
    private static final int SET_PIPE_SIZE = 1031;
    private static final int ADD_SEALS = 1033;
    private static final int GET_SEALS = 1034;
    /** No more seals, no other length, no writes: a reader may map it without fear. */
    private static final int SEALS = 1 | 2 | 4 | 8;

    private static final int END = 2;
    private static final int POLL_ENTRY = 8;
    private static final short READABLE = 1;
    private static final short WRITABLE = 4;
    private static final short HAS_ERROR = 8;
    private static final short HUNG_UP = 0x10;
    private static final short READ_HUNG_UP = 0x2000;

    private static final int TERMINAL_MODE_SIZE = 60;

    private static final int COPY_SIZE = 64 << 10;

    private final int number;
    /** Guards against use of the number after it has been closed, when it may be another's. */
    private final ReentrantLock lock = new ReentrantLock();

    private boolean isClosed;

    private Descriptor(int number) {
        this.number = number;
    }

    /** Returns whether this system has such descriptors. */
    public static boolean isSupported() {
        return SYSTEM.equals("Linux") && Set.of("amd64", "aarch64").contains(MACHINE);
    }

    /** @throws UnsupportedOperationException if there are none */
    public static void checkSupported() {
        if (!isSupported()) {
            throw new UnsupportedOperationException(
                    "descriptors cannot be passed on " + SYSTEM + ", " + MACHINE);
        }
    }

    /** Returns a descriptor for a number that this process owns, such as a received one. */
    public static Descriptor of(int number) {
        return new Descriptor(number);
    }

    /** The number, which is valid until it is closed. */
    public int number() {
        return number;
    }

    /**
     * Listens at a Unix socket.
     *
     * @throws IOException if there is one already, or it cannot be made
     */
    public static Descriptor listen(String path) throws IOException {
        Descriptor socket = socket();
        boolean isReady = false;
        try (Arena arena = Arena.ofConfined()) {
            LinuxCalls.address("bind", socket.number, address(path, arena));
            LinuxCalls.listen(socket.number, BACKLOG);
            isReady = true;
            return socket;
        } finally {
            if (!isReady) {
                socket.close();
            }
        }
    }

    /** @param path the path of a Unix socket; an abstract name begins with a zero */
    public static Descriptor connect(String path) throws IOException {
        Descriptor socket = socket();
        boolean isReady = false;
        try (Arena arena = Arena.ofConfined()) {
            LinuxCalls.address("connect", socket.number, address(path, arena));
            isReady = true;
            return socket;
        } finally {
            if (!isReady) {
                socket.close();
            }
        }
    }

    private static Descriptor socket() throws IOException {
        checkSupported();
        return new Descriptor(LinuxCalls.socket(UNIX, STREAM | SOCKET_CLOEXEC));
    }

    /** struct sockaddr_un. */
    private static MemorySegment address(String path, Arena arena) throws IOException {
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        boolean isAbstract = path.startsWith("\0");
        if (bytes.length == 0 || bytes.length >= PATH_MAX) {
            throw new IOException("a socket's path has 1 to 107 bytes: " + path);
        }
        int size = Short.BYTES + bytes.length + (isAbstract ? 0 : 1);
        MemorySegment address = arena.allocate(size, Short.BYTES);
        address.set(JAVA_SHORT, 0, (short) UNIX);
        MemorySegment.copy(bytes, 0, address, JAVA_BYTE, Short.BYTES, bytes.length);
        return address;
    }

    /** Waits for a client. */
    public Descriptor accept() throws IOException {
        return new Descriptor(LinuxCalls.accept(number, SOCKET_CLOEXEC));
    }

    /** The number of the user whose process is at the other end of a Unix socket. */
    public int peerUser() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            // struct ucred: process, user, group.
            MemorySegment credentials = arena.allocate(3 * Integer.BYTES, Integer.BYTES);
            MemorySegment size = arena.allocate(JAVA_INT);
            size.set(JAVA_INT, 0, (int) credentials.byteSize());
            LinuxCalls.socketOption(number, SOCKET_LEVEL, PEER_CREDENTIALS, credentials, size);
            return credentials.get(JAVA_INT, Integer.BYTES);
        }
    }

    /** The number of this process's user. */
    public static int ownUser() throws IOException {
        return LinuxCalls.user();
    }

    /** Makes a file in memory, which only holders of its descriptor can access. */
    public static Descriptor memoryFile(String name) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            return new Descriptor(LinuxCalls.memoryFile(
                    arena.allocateFrom(name), MEMORY_CLOEXEC | MEMORY_SEALABLE));
        }
    }

    /** Seals a memory file: no process can change its content or its length any more. */
    public void seal() throws IOException {
        LinuxCalls.control(number, ADD_SEALS, SEALS);
    }

    /** Returns whether this is a memory file that no process can change or shorten. */
    public boolean isSealed() throws IOException {
        return (LinuxCalls.control(number, GET_SEALS, 0) & SEALS) == SEALS;
    }

    /**
     * A pipe.
     *
     * @return the end that is read, then the one that is written
     */
    public static List<Descriptor> pipe() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(JAVA_INT, 2);
            LinuxCalls.pipe(ends, PIPE_CLOEXEC);
            return List.of(
                    new Descriptor(ends.getAtIndex(JAVA_INT, 0)),
                    new Descriptor(ends.getAtIndex(JAVA_INT, 1)));
        }
    }

    /** Sets the number of unread bytes that a pipe can hold, if the system allows it. */
    public void setPipeSize(int bytes) throws IOException {
        try {
            LinuxCalls.control(number, SET_PIPE_SIZE, bytes);
        } catch (CallException e) {
            // The user has too many pipes: the size is not changed.
            assert e.number() == LinuxCalls.NOT_PERMITTED : e;
        }
    }

    /** Writes do not wait any more, and may write nothing. */
    public void setNonBlocking() throws IOException {
        LinuxCalls.control(number, SET_FLAGS, NON_BLOCKING);
    }

    /** Returns the modes of a terminal, a {@code struct termios}. */
    public byte[] terminalMode() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mode = arena.allocate(TERMINAL_MODE_SIZE, Integer.BYTES);
            LinuxCalls.terminalMode(number, mode);
            return mode.toArray(JAVA_BYTE);
        }
    }

    /** Sets the modes of a terminal when all output has been written. */
    public void setTerminalMode(byte[] bytes) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mode = arena.allocate(TERMINAL_MODE_SIZE, Integer.BYTES);
            MemorySegment.copy(bytes, 0, mode, JAVA_BYTE, 0, bytes.length);
            LinuxCalls.setTerminalMode(number, mode);
        }
    }

    /** Returns the rows and the columns of a terminal. */
    public int[] terminalSize() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(4L * Short.BYTES, Short.BYTES);
            LinuxCalls.terminalSize(number, size);
            return new int[] {
                Short.toUnsignedInt(size.get(JAVA_SHORT, 0)),
                Short.toUnsignedInt(size.get(JAVA_SHORT, Short.BYTES))
            };
        }
    }

    /** The length of a file. */
    public long size() throws IOException {
        return LinuxCalls.seek(number, 0, END);
    }

    /**
     * Maps a memory file that is sealed.
     *
     * @throws IOException if it is none: another process could shorten it under its reader
     */
    public MemorySegment map(Arena arena) throws IOException {
        if (!isSealed()) {
            throw new IOException("the memory file is not sealed");
        }
        long size = size();
        return size == 0 ? MemorySegment.NULL : LinuxCalls.map(number, size, arena);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (!target.hasRemaining()) {
            return 0;
        }
        try (Arena arena = Arena.ofConfined()) {
            int count = Math.min(COPY_SIZE, target.remaining());
            MemorySegment bytes =
                    target.isDirect() ? MemorySegment.ofBuffer(target) : arena.allocate(count);
            int got = (int) LinuxCalls.read(number, bytes.asSlice(0, count));
            if (got == 0) {
                return -1;
            }
            if (target.isDirect()) {
                target.position(target.position() + got);
            } else {
                target.put(bytes.asSlice(0, got).asByteBuffer());
            }
            return got;
        }
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = MemorySegment.ofBuffer(source);
            if (!source.isDirect()) {
                bytes = arena.allocate(Math.min(COPY_SIZE, source.remaining()))
                        .copyFrom(bytes.asSlice(0, Math.min(COPY_SIZE, source.remaining())));
            }
            int count = (int) LinuxCalls.write(number, bytes);
            source.position(source.position() + count);
            return count;
        }
    }

    /**
     * Writes into what does not wait, as long as the other one is not hung up.
     *
     * @return false if it is
     */
    public boolean writeWhile(ByteBuffer source, Descriptor other) throws IOException {
        while (source.hasRemaining()) {
            try {
                write(source);
            } catch (CallException e) {
                if (e.number() != LinuxCalls.WOULD_BLOCK) {
                    throw e;
                }
                if (!awaitRoom(other)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean awaitRoom(Descriptor other) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment entries = arena.allocate(2 * POLL_ENTRY, Integer.BYTES);
            setEntry(entries, 0, WRITABLE);
            other.setEntry(entries, 1, READ_HUNG_UP);
            LinuxCalls.poll(entries, 2, -1);
            return (result(entries, 1) & (READ_HUNG_UP | HUNG_UP | HAS_ERROR)) == 0;
        }
    }

    private void setEntry(MemorySegment entries, int index, short events) {
        entries.set(JAVA_INT, (long) index * POLL_ENTRY, number);
        entries.set(JAVA_SHORT, (long) index * POLL_ENTRY + Integer.BYTES, events);
    }

    private static int result(MemorySegment entries, int index) {
        return entries.get(JAVA_SHORT, (long) index * POLL_ENTRY + Integer.BYTES + Short.BYTES);
    }

    /** Whether the other side of a socket has closed it, or sends no more. */
    public boolean isHungUp() throws IOException {
        lock.lock();
        try (Arena arena = Arena.ofConfined()) {
            if (isClosed) {
                return true;
            }
            MemorySegment entries = arena.allocate(POLL_ENTRY, Integer.BYTES);
            setEntry(entries, 0, READ_HUNG_UP);
            LinuxCalls.poll(entries, 1, 0);
            return result(entries, 0) != 0;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is something to read, or the end. */
    public boolean awaitReadable(int timeoutMs) throws IOException {
        return await(READABLE, timeoutMs);
    }

    /** Waits until a write need not wait, or fails. */
    public boolean awaitWritable(int timeoutMs) throws IOException {
        return await(WRITABLE, timeoutMs);
    }

    private boolean await(short event, int timeoutMs) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment entries = arena.allocate(POLL_ENTRY, Integer.BYTES);
            setEntry(entries, 0, event);
            LinuxCalls.poll(entries, 1, timeoutMs);
            return result(entries, 0) != 0;
        }
    }

    /**
     * Sends bytes through a Unix socket, and with the first of them descriptors, which stay open
     * here.
     */
    public void send(byte[] bytes, List<Descriptor> descriptors) throws IOException {
        if (bytes.length == 0 || descriptors.size() > DESCRIPTORS_MAX) {
            throw new IllegalArgumentException();
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment content = arena.allocate(bytes.length);
            MemorySegment.copy(bytes, 0, content, JAVA_BYTE, 0, bytes.length);
            MemorySegment control = arena.allocate(controlSize(descriptors.size()), Long.BYTES);
            control.set(
                    JAVA_LONG, 0, CONTROL_HEADER_SIZE + (long) descriptors.size() * Integer.BYTES);
            control.set(JAVA_INT, 8, SOCKET_LEVEL);
            control.set(JAVA_INT, 12, RIGHTS);
            for (int i = 0; i < descriptors.size(); i++) {
                control.set(
                        JAVA_INT,
                        CONTROL_HEADER_SIZE + (long) i * Integer.BYTES,
                        descriptors.get(i).number);
            }
            long done = 0;
            while (done < bytes.length) {
                boolean isFirst = done == 0 && !descriptors.isEmpty();
                MemorySegment header = header(
                        content.asSlice(done), isFirst ? control : MemorySegment.NULL, arena);
                done += LinuxCalls.sendMessage(number, header, SEND_NO_SIGNAL);
            }
        }
    }

    private static long controlSize(int count) {
        return CONTROL_HEADER_SIZE + ((count * Integer.BYTES + 7L) & ~7L);
    }

    /** struct msghdr with one struct iovec. */
    private static MemorySegment header(MemorySegment content, MemorySegment control, Arena arena) {
        MemorySegment vector = arena.allocate(VECTOR_SIZE, Long.BYTES);
        vector.set(JAVA_LONG, 0, content.address());
        vector.set(JAVA_LONG, 8, content.byteSize());
        MemorySegment header = arena.allocate(HEADER_SIZE, Long.BYTES);
        header.set(JAVA_LONG, 16, vector.address());
        header.set(JAVA_LONG, 24, 1);
        header.set(JAVA_LONG, 32, control.address());
        header.set(JAVA_LONG, 40, control.byteSize());
        return header;
    }

    /**
     * Receives bytes, and the descriptors that come with them.
     *
     * @param descriptors get those, each of which is to be closed
     * @return how many bytes; -1 at the end
     */
    public int receive(ByteBuffer target, List<Descriptor> descriptors) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment content = arena.allocate(Math.min(COPY_SIZE, target.remaining()));
            MemorySegment control = arena.allocate(controlSize(DESCRIPTORS_MAX), Long.BYTES);
            MemorySegment header = header(content, control, arena);
            int count = (int) LinuxCalls.receiveMessage(number, header, RECEIVE_CLOEXEC);
            takeDescriptors(control, header.get(JAVA_LONG, 40), descriptors);
            if ((header.get(JAVA_INT, 48) & CONTROL_TRUNCATED) != 0) {
                throw new IOException("more descriptors in a message than are taken");
            }
            target.put(content.asSlice(0, count).asByteBuffer());
            return count == 0 ? -1 : count;
        }
    }

    private static void takeDescriptors(
            MemorySegment control, long size, List<Descriptor> descriptors) {
        long at = 0;
        while (at + CONTROL_HEADER_SIZE <= size) {
            long length = control.get(JAVA_LONG, at);
            boolean areRights = control.get(JAVA_INT, at + 8) == SOCKET_LEVEL
                    && control.get(JAVA_INT, at + 12) == RIGHTS;
            for (long i = CONTROL_HEADER_SIZE; areRights && i < length; i += Integer.BYTES) {
                descriptors.add(new Descriptor(control.get(JAVA_INT, at + i)));
            }
            at += Math.max(CONTROL_HEADER_SIZE, (length + 7) & ~7L);
        }
    }

    /**
     * Fills a buffer.
     *
     * @return false if there are no bytes at all
     * @throws EOFException if there are fewer
     */
    public boolean readFully(ByteBuffer target, List<Descriptor> descriptors) throws IOException {
        boolean isFirst = true;
        while (target.hasRemaining()) {
            if (receive(target, descriptors) < 0) {
                if (isFirst) {
                    return false;
                }
                throw new EOFException("the other side has gone");
            }
            isFirst = false;
        }
        return true;
    }

    /** Ends a socket in both directions, whatever waits for it. Any thread may call. */
    public void shutdown() {
        lock.lock();
        try {
            if (!isClosed) {
                LinuxCalls.shutdown(number, SHUT_BOTH);
            }
        } catch (IOException e) {
            // The other side has done so before.
            assert e instanceof CallException : e;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isOpen() {
        lock.lock();
        try {
            return !isClosed;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            if (!isClosed) {
                isClosed = true;
                LinuxCalls.close(number);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Closes all. */
    public static void closeAll(List<Descriptor> descriptors) throws IOException {
        for (Descriptor descriptor : new ArrayList<>(descriptors)) {
            descriptor.close();
        }
    }
}
