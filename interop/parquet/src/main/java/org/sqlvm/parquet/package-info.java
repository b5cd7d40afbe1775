/** Files of Parquet as tables, and files compressed by zstd. */
package org.sqlvm.parquet;
