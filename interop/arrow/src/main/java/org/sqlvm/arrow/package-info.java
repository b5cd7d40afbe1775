/** Results of queries as record batches of Apache Arrow: {@link org.sqlvm.arrow.ArrowRows}. */
package org.sqlvm.arrow;
