/** Embeddings, as sqlite-vec stores vectors of numbers in BLOBs, and the distances between them. */
package org.sqlvm.engine.row.embedding;
