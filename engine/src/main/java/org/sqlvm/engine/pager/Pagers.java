package org.sqlvm.engine.pager;

import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.Workspace;

/**
 * Opens databases: in files, in memory, temporary ones.
 *
 * @param <P> the layer above's type of pages
 * @param factory makes the pages
 */
public record Pagers<P extends Page>(PageFactory<P> factory) {
    /**
     * @param workspace the files for the undo images of large statements; null to keep these in
     *     memory
     */
    public Pager<P> openFile(
            FileSystem fileSystem, OpenOptions options, Pause pause, Workspace workspace) {
        PagerSettings settings = new PagerSettings(options.cacheBytes());
        BusyWait busyWait = new BusyWait(options.busyTimeoutMs(), pause, options.hasTableLocks());
        FileSource source = FileSource.open(fileSystem, options, settings, busyWait);
        Workspace files = workspace != null && fileSystem.hasTemporaryFiles() ? workspace : null;
        return new Pager<>(factory, source, settings, busyWait, files, true);
    }

    public Pager<P> openMemory() {
        return new Pager<>(factory, null, PagerSettings.ofMemory(), null, null, true);
    }

    /**
     * Opens a temporary database: its pages and undo images are in memory as long as the workspace
     * has room.
     */
    public Pager<P> openTemporary(Workspace workspace) {
        return workspace.isInMemory()
                ? openMemory()
                : new Pager<>(factory, null, PagerSettings.ofTemporary(), null, workspace, true);
    }

    /** For the temporary tables of a statement: the same, but nothing can be undone. */
    public Pager<P> openEphemeral(Workspace workspace, PagerSettings form) {
        return new Pager<>(factory, null, form, null, workspace, false);
    }

    /** A database in memory with these bytes. */
    public Pager<P> openImage(byte[] image) {
        Pager<P> pager = openMemory();
        if (image.length > 0) {
            pager.load(image);
        }
        return pager;
    }
}
