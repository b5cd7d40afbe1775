/** Full-text search from Java. */
package org.sqlvm.language.search;
