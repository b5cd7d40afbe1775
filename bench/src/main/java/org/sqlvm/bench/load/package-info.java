/** Many clients of one server: {@code ./sqlvm bench load}. */
package org.sqlvm.bench.load;
