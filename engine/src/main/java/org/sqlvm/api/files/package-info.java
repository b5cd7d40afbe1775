/** Formats of files that SQL reads and writes as tables: {@link org.sqlvm.api.files.FileFormat}. */
@NullMarked
package org.sqlvm.api.files;

import org.jspecify.annotations.NullMarked;
