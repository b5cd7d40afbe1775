/**
 * Results that come through a socket as descriptors of memory files and pipes: the client, and the
 * calls of Linux that it and the server need. Knows nothing of the database.
 */
package org.sqlvm.columns;
