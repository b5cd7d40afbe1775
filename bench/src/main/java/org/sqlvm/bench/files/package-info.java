/** Rides in files: queries over them where they are, and loads into tables. */
package org.sqlvm.bench.files;
