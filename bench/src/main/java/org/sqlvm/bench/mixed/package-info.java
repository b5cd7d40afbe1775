/** Work of many kinds in one process: the command {@code ./sqlvm bench mixed}. */
package org.sqlvm.bench.mixed;
