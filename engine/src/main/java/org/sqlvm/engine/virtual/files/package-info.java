/** Rows of files: what a format is, and the formats that need no library, CSV and JSON. */
package org.sqlvm.engine.virtual.files;
