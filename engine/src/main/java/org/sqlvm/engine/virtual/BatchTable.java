package org.sqlvm.engine.virtual;

/** A virtual table whose rows come column by column. */
public interface BatchTable extends ModuleTable {
    @Override
    BatchCursor open(VirtualContext context);
}
