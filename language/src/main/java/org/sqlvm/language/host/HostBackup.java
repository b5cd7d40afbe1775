package org.sqlvm.language.host;

import org.sqlvm.api.Backup;

/** A backup for Java callers. */
final class HostBackup implements Backup {
    private final Entry entry;
    private final org.sqlvm.engine.db.Backup backup;

    HostBackup(Entry entry, org.sqlvm.engine.db.Backup backup) {
        this.entry = entry;
        this.backup = backup;
    }

    @Override
    public boolean step(int pages) {
        return entry.call(() -> backup.step(pages));
    }

    @Override
    public int remaining() {
        return backup.remaining();
    }

    @Override
    public int pageCount() {
        return backup.pageCount();
    }

    @Override
    public void close() {
        entry.run(backup::close);
    }
}
