/** The file that decoded columns are saved in, so that they outlive the process. */
package org.sqlvm.engine.vector.saved;
