/** Virtual tables and modules, as users write them. */
package org.sqlvm.language.tables;
