/**
 * The interfaces of sqlvm for programs in Java: databases, statements and their rows, functions and
 * tables that a program adds. What may be null says so.
 */
@NullMarked
package org.sqlvm.api;

import org.jspecify.annotations.NullMarked;
