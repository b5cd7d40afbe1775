package org.sqlvm.shell;

import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.ControlChar;
import org.jline.terminal.Attributes.ControlFlag;
import org.jline.terminal.Attributes.InputFlag;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Attributes.OutputFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Sized;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.AbstractPty;
import org.jline.terminal.impl.PosixSysTerminal;
import org.jline.terminal.spi.SystemStream;
import org.sqlvm.language.ClientTerminal;
import org.sqlvm.language.Surroundings;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * JLine's view of a terminal that a client has passed. Of the modes, those that line editing needs
 * are translated; the others stay as they are.
 */
final class PassedTerminal extends AbstractPty {
    // The numbers of Linux, in struct termios.
    private static final int INPUT = 0;
    private static final int OUTPUT = 4;
    private static final int LOCAL = 12;
    private static final int CHARACTERS = 17;

    private static final Map<InputFlag, Integer> INPUT_FLAGS = new EnumMap<>(Map.of(
            InputFlag.ISTRIP, 0x20,
            InputFlag.INLCR, 0x40,
            InputFlag.IGNCR, 0x80,
            InputFlag.ICRNL, 0x100,
            InputFlag.IXON, 0x400));

    private static final Map<OutputFlag, Integer> OUTPUT_FLAGS =
            new EnumMap<>(Map.of(OutputFlag.OPOST, 1, OutputFlag.ONLCR, 4));

    private static final Map<LocalFlag, Integer> LOCAL_FLAGS = new EnumMap<>(Map.of(
            LocalFlag.ISIG, 1,
            LocalFlag.ICANON, 2,
            LocalFlag.ECHO, 8,
            LocalFlag.ECHOE, 0x10,
            LocalFlag.ECHOK, 0x20,
            LocalFlag.ECHONL, 0x40,
            LocalFlag.IEXTEN, 0x8000));

    /** In the order of their numbers; null for those that JLine does not have. */
    private static final ControlChar[] CONTROL_CHARS = {
        ControlChar.VINTR,
        ControlChar.VQUIT,
        ControlChar.VERASE,
        ControlChar.VKILL,
        ControlChar.VEOF,
        ControlChar.VTIME,
        ControlChar.VMIN,
        ControlChar.VSWTC,
        ControlChar.VSTART,
        ControlChar.VSTOP,
        ControlChar.VSUSP,
        ControlChar.VEOL,
        ControlChar.VREPRINT,
        ControlChar.VDISCARD,
        ControlChar.VWERASE,
        ControlChar.VLNEXT,
        ControlChar.VEOL2
    };

    private final ClientTerminal terminal;
    private final InputStream in;
    private final OutputStream out;

    private PassedTerminal(Surroundings surroundings) {
        super(null, SystemStream.Input);
        terminal = surroundings.terminal();
        in = surroundings.in();
        out = surroundings.out();
    }

    /** Returns a terminal whose signals are those that the program is given. */
    static Terminal open(Surroundings surroundings) throws IOException {
        PassedTerminal pty = new PassedTerminal(surroundings);
        Terminal opened = new PosixSysTerminal(
                "client",
                surroundings.variable("TERM"),
                pty,
                StandardCharsets.UTF_8,
                false,
                Terminal.SignalHandler.SIG_DFL);
        pty.terminal.onSignal(signal -> raise(opened, signal));
        return opened;
    }

    private static boolean raise(Terminal opened, int signal) {
        switch (signal) {
            case ClientTerminal.INTERRUPT -> opened.raise(Terminal.Signal.INT);
            case ClientTerminal.WINDOW -> opened.raise(Terminal.Signal.WINCH);
            case ClientTerminal.CONTINUE -> opened.raise(Terminal.Signal.CONT);
            default -> {
                return false;
            }
        }
        return true;
    }

    @Override
    public Attributes getAttr() throws IOException {
        ByteBuffer mode = ByteBuffer.wrap(terminal.mode()).order(ByteOrder.nativeOrder());
        Attributes attributes = new Attributes();
        INPUT_FLAGS.forEach((flag, bit) -> attributes.setInputFlag(flag, isSet(mode, INPUT, bit)));
        OUTPUT_FLAGS.forEach(
                (flag, bit) -> attributes.setOutputFlag(flag, isSet(mode, OUTPUT, bit)));
        LOCAL_FLAGS.forEach((flag, bit) -> attributes.setLocalFlag(flag, isSet(mode, LOCAL, bit)));
        attributes.setControlFlags(EnumSet.noneOf(ControlFlag.class));
        for (int i = 0; i < CONTROL_CHARS.length; i++) {
            attributes.setControlChar(
                    CONTROL_CHARS[i], Byte.toUnsignedInt(mode.get(CHARACTERS + i)));
        }
        return attributes;
    }

    private static boolean isSet(ByteBuffer mode, int position, int bit) {
        return (mode.getInt(position) & bit) != 0;
    }

    @Override
    protected void doSetAttr(Attributes attributes) throws IOException {
        ByteBuffer mode = ByteBuffer.wrap(terminal.mode()).order(ByteOrder.nativeOrder());
        INPUT_FLAGS.forEach((flag, bit) -> set(mode, INPUT, bit, attributes.getInputFlag(flag)));
        OUTPUT_FLAGS.forEach((flag, bit) -> set(mode, OUTPUT, bit, attributes.getOutputFlag(flag)));
        LOCAL_FLAGS.forEach((flag, bit) -> set(mode, LOCAL, bit, attributes.getLocalFlag(flag)));
        for (int i = 0; i < CONTROL_CHARS.length; i++) {
            int value = attributes.getControlChar(CONTROL_CHARS[i]);
            if (value >= 0) {
                mode.put(CHARACTERS + i, (byte) value);
            }
        }
        terminal.setMode(mode.array());
    }

    private static void set(ByteBuffer mode, int position, int bit, boolean isSet) {
        int flags = mode.getInt(position);
        mode.putInt(position, isSet ? flags | bit : flags & ~bit);
    }

    @Override
    protected InputStream doGetSlaveInput() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            /** The program's end is that of its input: an interruption would drop a line. */
            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                try {
                    return in.read(target, offset, length);
                } catch (InterruptedIOException _) {
                    return -1;
                }
            }
        };
    }

    @Override
    protected IntUnaryOperator createSlavePollFunction() {
        return timeoutMs -> {
            try {
                return terminal.awaitInput(timeoutMs) ? 1 : 0;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    @Override
    public OutputStream getSlaveOutput() {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            /** JLine takes an interruption for Ctrl-C, behind which the next line is read. */
            @Override
            public void write(byte[] source, int offset, int length) throws IOException {
                try {
                    out.write(source, offset, length);
                } catch (InterruptedIOException e) {
                    throw new IOException(e);
                }
            }
        };
    }

    @Override
    public Size getSize() throws IOException {
        return Size.of(terminal.columns(), terminal.rows());
    }

    @Override
    public void setSize(Sized size) {
        // The window's.
    }

    @Override
    public InputStream getMasterInput() {
        throw new UnsupportedOperationException();
    }

    @Override
    public OutputStream getMasterOutput() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        // The program's end closes its streams.
    }
}
