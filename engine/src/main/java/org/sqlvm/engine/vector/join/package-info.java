/** Hash joins: the table of the build side, and the stages of the probe side that probe it. */
package org.sqlvm.engine.vector.join;
