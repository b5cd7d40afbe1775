/** Formats of files that SQL reads and writes as tables: {@link org.sqlvm.api.files.FileFormat}. */
package org.sqlvm.api.files;
