/** Statements that grow in one dimension, and how the times grow. It uses queries and engines. */
package org.sqlvm.test.cliffs;
