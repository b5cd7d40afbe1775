package org.sqlvm.server;

/** A column of a result, as clients are told of it. */
record Field(String name, PgType type) {}
