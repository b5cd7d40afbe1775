/** The API for Java: databases, statements and rows, which any thread may use, one at a time. */
package org.sqlvm.language.host;
