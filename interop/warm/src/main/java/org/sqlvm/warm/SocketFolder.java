package org.sqlvm.warm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/** The folder of the socket, which only its user may enter. */
final class SocketFolder {
    /** Bits of a mode: what the group and others may. */
    private static final int OTHERS = 077;

    private SocketFolder() {}

    /**
     * Checks that the user alone can put a socket there, or connect to one.
     *
     * @throws IOException if it is no folder, a link, another user's, or open to others
     */
    static void check(Path folder, int user) throws IOException {
        Map<String, Object> facts = Files.readAttributes(
                folder, "unix:isDirectory,uid,mode", LinkOption.NOFOLLOW_LINKS);
        if (!(boolean) facts.get("isDirectory")) {
            throw new IOException(folder + " is not a folder");
        }
        if ((int) facts.get("uid") != user) {
            throw new IOException(folder + " is another user's");
        }
        if (((int) facts.get("mode") & OTHERS) != 0) {
            throw new IOException(folder + " is open to others");
        }
    }
}
