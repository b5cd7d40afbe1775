package org.sqlvm.server.value;

/** A column of a result, as described to clients. */
public record Field(String name, PgType type) {}
