/**
 * The language itself, above all of its packages: the class that GraalVM loads, its contexts, and
 * the sources that it evaluates.
 */
package org.sqlvm.language;
