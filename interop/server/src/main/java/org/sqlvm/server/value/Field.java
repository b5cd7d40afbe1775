package org.sqlvm.server.value;

/** A column of a result, as clients are told of it. */
public record Field(String name, PgType type) {}
