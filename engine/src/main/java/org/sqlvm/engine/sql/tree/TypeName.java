package org.sqlvm.engine.sql.tree;

/**
 * A declared type: any words, then up to two numbers in parentheses.
 *
 * @param text as written, without quotes if the whole is quoted and without a trailing
 *     {@code GENERATED ALWAYS}; "" for the type of {@code CAST(x AS)}
 */
public record TypeName(String text, Span span) implements Node {}
