package org.sqlvm.engine.data;

/** SQL's NULL as a value in a register, a record or a batch. */
public enum SqlNull {
    NULL
}
