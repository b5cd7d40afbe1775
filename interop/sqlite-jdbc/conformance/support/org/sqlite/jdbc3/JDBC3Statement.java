package org.sqlite.jdbc3;

import java.sql.Statement;

/** Named by tests; no statement of ours is one. */
public interface JDBC3Statement extends Statement {}
