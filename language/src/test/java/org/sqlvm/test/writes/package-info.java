/**
 * Random scripts that change rows and schemas, alone, in turns and at the same time. It uses
 * queries and engines.
 */
package org.sqlvm.test.writes;
