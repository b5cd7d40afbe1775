/** Nearest neighbours of embeddings in BLOBs. */
package org.sqlvm.bench.nearest;
