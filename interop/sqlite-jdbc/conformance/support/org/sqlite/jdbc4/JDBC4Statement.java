package org.sqlite.jdbc4;

import java.sql.Statement;

/** Named by tests; no statement of ours is one. */
public interface JDBC4Statement extends Statement {}
