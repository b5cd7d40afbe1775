package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.DatabaseFile;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenMode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The file that makes one commit of several (sqlite.org/atomiccommit.html section 5): it holds the
 * names of the rollback journals that belong to a transaction over several databases, and each of
 * those ends with its name. A journal whose super-journal is gone is not rolled back: the moment it
 * is deleted is the commit.
 */
public final class SuperJournal {
    /** SQLite's longest path. */
    private static final int NAME_MAX = 4096;

    /**
     * The size of the end of a journal's record: the name's length and checksum, and the magic
     * bytes.
     */
    private static final int TAIL = 16;

    /** Page number before the name. */
    private static final int HEAD = 4;

    private static final int ATTEMPTS_MAX = 100;

    private final FileSystem fileSystem;
    private final String name;

    private SuperJournal(FileSystem fileSystem, String name) {
        this.fileSystem = fileSystem;
        this.name = name;
    }

    /**
     * Creates a super-journal and syncs it to the disk.
     *
     * @param mainPath the path of the connection's main database
     * @param journals the names of the rollback journals
     */
    public static SuperJournal create(
            FileSystem fileSystem, String mainPath, List<String> journals) {
        StringBuilder content = new StringBuilder();
        journals.forEach(journal -> content.append(journal).append('\0'));
        byte[] bytes = content.toString().getBytes(StandardCharsets.UTF_8);
        SuperJournal made = null;
        boolean done = false;
        try {
            made = new SuperJournal(fileSystem, unusedName(fileSystem, mainPath));
            try (DatabaseFile file =
                    fileSystem.openBeside(mainPath, made.name, OpenMode.READ_WRITE_CREATE)) {
                file.write(bytes, 0, bytes.length, 0);
                file.sync();
            }
            fileSystem.syncFolder(made.name);
            done = true;
            return made;
        } catch (IOException e) {
            throw FileErrors.writing(e);
        } finally {
            if (!done && made != null) {
                made.deleteUnused();
            }
        }
    }

    /**
     * Returns a name in SQLite's pattern: backup programs recognize the ninth letter from the end,
     * a 9.
     */
    private static String unusedName(FileSystem fileSystem, String mainPath) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            int random = ThreadLocalRandom.current().nextInt();
            String name = String.format(
                    Locale.ROOT, "%s-mj%06X9%02X", mainPath, random >>> 8, random & 0xff);
            if (!fileSystem.exists(name)) {
                return name;
            }
        }
        throw new SqlException(ResultCode.CANTOPEN, "unable to open database file");
    }

    public String name() {
        return name;
    }

    /**
     * The transaction commits.
     *
     * @return false if the file is gone but the disk may not know that yet
     * @throws SqlException if it could not be deleted: nothing is committed
     */
    public boolean delete() {
        try {
            fileSystem.delete(name);
            fileSystem.syncFolder(name);
            return true;
        } catch (IOException e) {
            if (isThere()) {
                throw FileErrors.of(ResultCode.IOERR_DELETE, e);
            }
            return false;
        }
    }

    private boolean isThere() {
        try {
            return fileSystem.exists(name);
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR_DELETE, e);
        }
    }

    /**
     * The transaction has been rolled back, as far as that was possible. A file that cannot be
     * deleted stays, and means nothing.
     */
    public void deleteUnused() {
        try {
            deleteUnused(fileSystem, name);
        } catch (IOException _) {
            // The file stays, and has no meaning.
        }
    }

    /** Deletes a super-journal if no journal that it names has its name. */
    static void deleteUnused(FileSystem fileSystem, String name) throws IOException {
        if (!fileSystem.exists(name)) {
            return;
        }
        byte[] content;
        try (DatabaseFile file = fileSystem.open(name, OpenMode.READ_ONLY)) {
            content = new byte[Math.toIntExact(file.size())];
            file.read(content, 0, content.length, 0);
        }
        for (String journal : new String(content, StandardCharsets.UTF_8).split("\0")) {
            if (!journal.isEmpty() && fileSystem.exists(journal)) {
                try (DatabaseFile file = fileSystem.open(journal, OpenMode.READ_ONLY)) {
                    if (name.equals(nameIn(file))) {
                        return;
                    }
                }
            }
        }
        fileSystem.delete(name);
    }

    /**
     * Returns the record of the super-journal's name, with which a rollback journal of this page
     * size ends.
     */
    static byte[] record(String name, int pageSize) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        byte[] record = new byte[HEAD + bytes.length + TAIL];
        BigEndian.putInt(record, 0, HeaderBytes.lockBytePage(pageSize));
        System.arraycopy(bytes, 0, record, HEAD, bytes.length);
        int at = HEAD + bytes.length;
        BigEndian.putInt(record, at, bytes.length);
        BigEndian.putInt(record, at + 4, checksum(bytes));
        JournalFormat.putMagic(record, at + 8);
        return record;
    }

    /** The name at the end of a rollback journal; null if there is none. */
    static String nameIn(DatabaseFile journal) throws IOException {
        long size = journal.size();
        byte[] tail = new byte[TAIL];
        if (size < TAIL || journal.read(tail, 0, TAIL, size - TAIL) < TAIL) {
            return null;
        }
        int length = BigEndian.getInt(tail, 0);
        if (!JournalFormat.isMagic(tail, 8)
                || length <= 0
                || length > NAME_MAX
                || length > size - TAIL) {
            return null;
        }
        byte[] bytes = new byte[length];
        if (journal.read(bytes, 0, length, size - TAIL - length) < length
                || checksum(bytes) != BigEndian.getInt(tail, 4)) {
            return null;
        }
        int end = 0;
        while (end < length && bytes[end] != 0) {
            end++;
        }
        return new String(Arrays.copyOf(bytes, end), StandardCharsets.UTF_8);
    }

    /** The sum of the bytes, which have signs as C's. */
    private static int checksum(byte[] bytes) {
        int sum = 0;
        for (byte octet : bytes) {
            sum += octet;
        }
        return sum;
    }
}
