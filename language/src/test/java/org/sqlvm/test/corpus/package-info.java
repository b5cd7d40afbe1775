/** Files of tests in SQL, how they are read, run and recorded. It uses engines. */
package org.sqlvm.test.corpus;
