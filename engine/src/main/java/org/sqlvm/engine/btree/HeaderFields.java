package org.sqlvm.engine.btree;

import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.TreeUse;
import org.sqlvm.engine.pager.AutoVacuum;
import org.sqlvm.engine.pager.Page;
import org.sqlvm.engine.pager.Pager;

/**
 * The fields of a database's file header, as the current transaction sees them. A part of the
 * {@link Btree}. Reading needs a read transaction, setting a write transaction.
 */
public final class HeaderFields {
    private final Pager<TreePage> pager;
    private final TreeUse use;

    HeaderFields(Pager<TreePage> pager, TreeUse use) {
        this.pager = pager;
        this.use = use;
    }

    /** All of them. */
    public DatabaseHeader all() {
        return DatabaseHeader.of(pager);
    }

    /** One integer; 0 in a database of no pages. */
    public int get(Meta field) {
        assert pager.isReading() || pager.isWriting() : field;
        return pager.pageCount() == 0 ? 0 : BigEndian.getInt(pager.get(1).data, field.offset);
    }

    public void set(Meta field, int value) {
        assert field != Meta.FREELIST_COUNT : "is kept by the b-tree itself";
        Page first = pager.get(1);
        pager.write(first);
        BigEndian.putInt(first.data, field.offset, value);
        use.writeAll();
    }

    /**
     * Within a transaction: another number if the header may have become another one since a
     * transaction had the first.
     */
    public long stamp() {
        return pager.firstPageStamp();
    }

    /**
     * Returns the mode of the file; of an empty database, the mode that its first transaction sets.
     */
    public AutoVacuum autoVacuum() {
        if (pager.pageCount() == 0) {
            return pager.settings().newAutoVacuum();
        }
        if (get(Meta.LARGEST_ROOT_PAGE) == 0) {
            return AutoVacuum.NONE;
        }
        return get(Meta.INCREMENTAL_VACUUM) == 0 ? AutoVacuum.FULL : AutoVacuum.INCREMENTAL;
    }

    /**
     * Sets the mode of an empty database for PRAGMA auto_vacuum. In a write transaction, changes a
     * database with a pointer map between FULL and INCREMENTAL.
     */
    public void setAutoVacuum(AutoVacuum mode) {
        pager.settings().setNewAutoVacuum(mode);
        AutoVacuum now = autoVacuum();
        if (pager.isWriting() && now != AutoVacuum.NONE && mode != AutoVacuum.NONE && now != mode) {
            set(Meta.INCREMENTAL_VACUUM, mode == AutoVacuum.INCREMENTAL ? 1 : 0);
        }
    }

    /** SQLite leaves schema format and encoding open until there is a table. */
    void setSchemaFormat() {
        if (get(Meta.SCHEMA_FORMAT) == 0) {
            int encoding = get(Meta.TEXT_ENCODING);
            set(Meta.SCHEMA_FORMAT, 4);
            set(Meta.TEXT_ENCODING, encoding == 0 ? pager.settings().newEncoding() : encoding);
        }
    }
}
