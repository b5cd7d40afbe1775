package org.sqlvm.bench.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A bus of D-Bus for one benchmark alone. */
final class Bus implements AutoCloseable {
    private static final Path DAEMON = Path.of("/usr/bin/dbus-daemon");
    private static final String CONFIGURATION = """
        <busconfig>
          <type>custom</type>
          <listen>%s</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """;

    private final Process daemon;
    private final String address;

    private Bus(Process daemon, String address) {
        this.daemon = daemon;
        this.address = address;
    }

    static boolean isInstalled() {
        return Files.isExecutable(DAEMON);
    }

    static Bus start(Path folder) throws IOException, InterruptedException {
        Path socket = folder.resolve("bus");
        String address = "unix:path=" + socket;
        Path configuration =
                Files.writeString(folder.resolve("bus.conf"), CONFIGURATION.formatted(address));
        Path log = folder.resolve("bus.log");
        Process daemon = new ProcessBuilder(
                        DAEMON.toString(), "--config-file=" + configuration, "--nofork")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        while (!Files.exists(socket)) {
            if (!daemon.isAlive()) {
                throw new IOException("no bus starts:\n" + Files.readString(log));
            }
            Thread.sleep(10);
        }
        return new Bus(daemon, address);
    }

    String address() {
        return address;
    }

    ProcessHandle process() {
        return daemon.toHandle();
    }

    @Override
    public void close() {
        daemon.destroy();
    }
}
