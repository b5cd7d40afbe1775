/** Exceptions of SQL, with states and result codes. It knows nothing else of the driver. */
package org.sqlvm.jdbc.error;
