/** The databases that a context has open, and the files that they are in. */
package org.sqlvm.language.database;
