package org.sqlvm.jdbc;

import org.junit.jupiter.api.extension.ExtendWith;

/** {@link MessagesTest} on databases that servers have. */
@ExtendWith(Served.class)
final class ServedMessagesTest extends MessagesTest {}
