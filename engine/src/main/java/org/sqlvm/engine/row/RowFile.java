package org.sqlvm.engine.row;

import org.sqlvm.engine.file.TemporaryBytes;
import org.sqlvm.engine.file.Workspace;

import java.util.Arrays;

/**
 * Rows of bytes in a temporary file, by number; each can be replaced. One that has become longer
 * moves, to a slot with room to spare if it moves again. The rows' positions stay in memory: eight
 * bytes a row.
 */
public final class RowFile implements AutoCloseable {
    /** The size of the field before each row that holds the size of the row's slot. */
    private static final int ROOM_SIZE = 4;

    private final Workspace workspace;
    private final TemporaryBytes bytes;
    private final RowBuffer head = new RowBuffer();
    /** The start of each row's slot, plus 1; 0 for a row that is not here. */
    private long[] places = {};

    public RowFile(Workspace workspace) {
        this.workspace = workspace;
        bytes = new TemporaryBytes(workspace);
    }

    /** Writes the first bytes of the buffer, up to its position, as row {@code number}. */
    public void write(int number, RowBuffer row) {
        if (number >= places.length) {
            int count = Math.max(number + 1, Math.max(64, places.length + (places.length >> 1)));
            workspace.take((count - places.length) * (long) Long.BYTES);
            places = Arrays.copyOf(places, count);
        }
        int length = row.position;
        long place = places[number] - 1;
        int room = place < 0 ? 0 : readRoom(place);
        if (place < 0 || room < length) {
            room = place < 0 ? length : length + length / 2;
            place = bytes.size();
            places[number] = place + 1;
            head.clear();
            head.putInt(room);
            bytes.write(head.array, 0, ROOM_SIZE, place);
            row.reserve(room);
            bytes.write(row.array, 0, room, place + ROOM_SIZE);
        } else {
            bytes.write(row.array, 0, length, place + ROOM_SIZE);
        }
    }

    /** Reads row {@code number} into the buffer, whose position is then its beginning. */
    public void read(int number, RowBuffer row) {
        long place = places[number] - 1;
        assert place >= 0 : number;
        int room = readRoom(place);
        row.reserve(room);
        bytes.read(row.array, 0, room, place + ROOM_SIZE);
        row.rewind();
    }

    private int readRoom(long place) {
        bytes.read(head.array, 0, ROOM_SIZE, place);
        head.rewind();
        return head.getInt();
    }

    @Override
    public void close() {
        workspace.take(-places.length * (long) Long.BYTES);
        places = new long[] {};
        bytes.close();
    }
}
