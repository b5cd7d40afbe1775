package org.sqlvm.engine.pager;

import org.sqlvm.engine.file.TemporaryFile;
import org.sqlvm.engine.file.Workspace;

import java.util.Arrays;

/**
 * Before-images of pages in the order in which statements and savepoints needed them: SQLite's
 * statement journal. The first {@link #MEMORY_BYTES} are in memory, the others in a temporary file.
 * The arrays are kept for the next statement.
 */
final class ImageLog {
    private static final int MEMORY_BYTES = 1 << 20;

    /** Null: everything is in memory. */
    private final Workspace workspace;

    private int pageSize;
    /** The number of images that are in memory, the first ones. */
    private int memoryCount;

    private byte[][] images = new byte[4][];
    private int[] numbers = new int[4];
    private int count;
    private TemporaryFile file;

    ImageLog(Workspace workspace) {
        this.workspace = workspace;
    }

    /** Images of another size come from now on; there are none at the moment. */
    void setPageSize(int bytes) {
        assert count == 0 : count;
        if (bytes != pageSize) {
            pageSize = bytes;
            images = new byte[4][];
            memoryCount = workspace == null ? Integer.MAX_VALUE : MEMORY_BYTES / bytes;
        }
    }

    int count() {
        return count;
    }

    int number(int index) {
        assert index < count : index;
        return numbers[index];
    }

    /** Keeps a copy. */
    void add(int number, byte[] image) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, count * 2);
        }
        if (count < memoryCount) {
            keep(image);
        } else {
            if (file == null) {
                file = workspace.newFile();
            }
            file.write(image, 0, pageSize, position(count));
        }
        numbers[count++] = number;
    }

    private void keep(byte[] image) {
        if (count == images.length) {
            images = Arrays.copyOf(images, count * 2);
        }
        if (images[count] == null) {
            images[count] = image.clone();
        } else {
            System.arraycopy(image, 0, images[count], 0, pageSize);
        }
    }

    private long position(int index) {
        return (long) (index - memoryCount) * pageSize;
    }

    void read(int index, byte[] target) {
        assert index < count : index;
        if (index < memoryCount) {
            System.arraycopy(images[index], 0, target, 0, pageSize);
        } else {
            file.read(target, 0, pageSize, position(index));
        }
    }

    /** Forgets all but the first {@code kept}. */
    void truncate(int kept) {
        assert kept <= count : kept;
        count = kept;
        if (kept == 0 && (long) images.length * pageSize > 2 * MEMORY_BYTES) {
            images = new byte[4][];
        }
        if (kept == 0 && file != null) {
            file.close();
            file = null;
        }
    }
}
