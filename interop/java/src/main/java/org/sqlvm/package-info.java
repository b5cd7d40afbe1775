/** The door for Java programs: {@link org.sqlvm.Sqlvm}. */
package org.sqlvm;
