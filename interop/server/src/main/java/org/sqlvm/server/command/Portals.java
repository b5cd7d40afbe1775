package org.sqlvm.server.command;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The portals and cursors of a session, by their names. The one without a name is replaced. */
public final class Portals {
    private final Map<String, Portal> portals = new LinkedHashMap<>();

    public void add(String name, Portal portal) {
        if (name.isEmpty()) {
            close(name);
        } else if (portals.containsKey(name)) {
            portal.close();
            throw new ServerError(
                    SqlState.DUPLICATE_CURSOR, "cursor \"" + name + "\" already exists");
        }
        portals.put(name, portal);
    }

    public Portal get(String name) {
        Portal portal = portals.get(name);
        if (portal == null) {
            throw new ServerError(
                    SqlState.INVALID_CURSOR_NAME, "portal \"" + name + "\" does not exist");
        }
        return portal;
    }

    public void close(String name) {
        Portal portal = portals.remove(name);
        if (portal != null) {
            portal.close();
        }
    }

    /** The transaction has ended. */
    public void endTransaction() {
        List<String> names = new ArrayList<>();
        portals.forEach((name, portal) -> {
            if (!portal.isHeld()) {
                names.add(name);
            }
        });
        names.forEach(this::close);
    }

    void closeAll() {
        List.copyOf(portals.keySet()).forEach(this::close);
    }
}
