/** Short joins and sums over ranges of keys, prepared once and run many times. */
package org.sqlvm.bench.oltp;
