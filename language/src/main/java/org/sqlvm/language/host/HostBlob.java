package org.sqlvm.language.host;

import org.sqlvm.api.Blob;
import org.sqlvm.engine.db.BlobHandle;

import java.util.Objects;

/** A BLOB that is read and written in place, for Java callers. */
record HostBlob(Entry entry, BlobHandle handle) implements Blob {
    @Override
    public int length() {
        return handle.length();
    }

    @Override
    public void read(int position, byte[] target, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, target.length);
        entry.run(() -> handle.read(position, target, offset, length));
    }

    @Override
    public void write(int position, byte[] source, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, source.length);
        entry.run(() -> handle.write(position, source, offset, length));
    }

    @Override
    public void reopen(long rowid) {
        entry.run(() -> handle.reopen(rowid));
    }

    @Override
    public void close() {
        entry.run(handle::close);
    }
}
