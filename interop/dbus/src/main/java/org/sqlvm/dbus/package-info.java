/** A server's database on the desktop bus, D-Bus. */
package org.sqlvm.dbus;
