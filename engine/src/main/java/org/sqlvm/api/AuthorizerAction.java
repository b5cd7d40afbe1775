package org.sqlvm.api;

/**
 * The action codes passed to an {@link Authorizer}. The comment of each code names the first and
 * second argument that come with it (sqlite.org/c3ref/c_alter_table.html).
 */
public final class AuthorizerAction {
    /** index name, table name. */
    public static final int CREATE_INDEX = 1;

    /** table name, null. */
    public static final int CREATE_TABLE = 2;

    /** index name, table name. */
    public static final int CREATE_TEMP_INDEX = 3;

    /** table name, null. */
    public static final int CREATE_TEMP_TABLE = 4;

    /** trigger name, table name. */
    public static final int CREATE_TEMP_TRIGGER = 5;

    /** view name, null. */
    public static final int CREATE_TEMP_VIEW = 6;

    /** trigger name, table name. */
    public static final int CREATE_TRIGGER = 7;

    /** view name, null. */
    public static final int CREATE_VIEW = 8;

    /** table name, null. */
    public static final int DELETE = 9;

    /** index name, table name. */
    public static final int DROP_INDEX = 10;

    /** table name, null. */
    public static final int DROP_TABLE = 11;

    /** index name, table name. */
    public static final int DROP_TEMP_INDEX = 12;

    /** table name, null. */
    public static final int DROP_TEMP_TABLE = 13;

    /** trigger name, table name. */
    public static final int DROP_TEMP_TRIGGER = 14;

    /** view name, null. */
    public static final int DROP_TEMP_VIEW = 15;

    /** trigger name, table name. */
    public static final int DROP_TRIGGER = 16;

    /** view name, null. */
    public static final int DROP_VIEW = 17;

    /** table name, null. */
    public static final int INSERT = 18;

    /** PRAGMA name, its argument or null. */
    public static final int PRAGMA = 19;

    /** table name, column name. */
    public static final int READ = 20;

    /** null, null. */
    public static final int SELECT = 21;

    /** BEGIN, COMMIT or ROLLBACK; null. */
    public static final int TRANSACTION = 22;

    /** table name, column name. */
    public static final int UPDATE = 23;

    /** file name, null. */
    public static final int ATTACH = 24;

    /** database name, null. */
    public static final int DETACH = 25;

    /** database name, table name. */
    public static final int ALTER_TABLE = 26;

    /** index name, null. */
    public static final int REINDEX = 27;

    /** table name, null. */
    public static final int ANALYZE = 28;

    /** table name, module name. */
    public static final int CREATE_VTABLE = 29;

    /** table name, module name. */
    public static final int DROP_VTABLE = 30;

    /** null, function name. */
    public static final int FUNCTION = 31;

    /** BEGIN, ROLLBACK or RELEASE; savepoint name. */
    public static final int SAVEPOINT = 32;

    /** null, null. */
    public static final int RECURSIVE = 33;

    private AuthorizerAction() {}
}
