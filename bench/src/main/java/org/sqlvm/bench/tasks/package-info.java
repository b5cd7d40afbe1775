/** Ten million objects into a file, by each engine's fastest way. */
package org.sqlvm.bench.tasks;
