/** Files and streams of Arrow's IPC format as tables: {@link org.sqlvm.arrow.files.ArrowFormat}. */
package org.sqlvm.arrow.files;
