package org.sqlvm.server.net;

import jdk.net.ExtendedSocketOptions;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;

/** The file of a Unix socket, and who comes through it. */
public final class UnixSocket {
    private final Path path;
    private UserPrincipal owner;

    private UnixSocket(Path path) {
        this.path = path;
    }

    /**
     * Returns the socket at a path.
     *
     * @param path the path of the file, or of a folder, in which the socket gets the name that
     *     PostgreSQL's clients look for
     */
    public static UnixSocket at(Path path, int port) {
        return new UnixSocket(Files.isDirectory(path) ? path.resolve(".s.PGSQL." + port) : path);
    }

    /** A socket of this name. */
    public static UnixSocket at(Path path) {
        return new UnixSocket(path);
    }

    public Path path() {
        return path;
    }

    public UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(path);
    }

    /** Deletes what a server has left that was killed; one that runs is left alone. */
    public void makeWay() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.connect(address());
        } catch (IOException e) {
            boolean isSocket = Files.readAttributes(
                            path, java.nio.file.attribute.BasicFileAttributes.class)
                    .isOther();
            if (!isSocket) {
                throw new IOException(path + " is there, and is no socket", e);
            }
            Files.delete(path);
            return;
        }
        throw new IOException("a server is listening at " + path);
    }

    /**
     * The socket is bound.
     *
     * @param isForAll whether clients of other users may come, with a password
     */
    public void bound(boolean isForAll) throws IOException {
        owner = Files.getOwner(path);
        Files.setPosixFilePermissions(
                path, PosixFilePermissions.fromString(isForAll ? "rwxrwxrwx" : "rwx------"));
    }

    public Peer peer(SocketChannel channel) throws IOException {
        UserPrincipal user =
                channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
        return new Peer("the socket, as " + user.getName(), true, user.equals(owner), true);
    }

    public void delete() throws IOException {
        Files.deleteIfExists(path);
    }
}
