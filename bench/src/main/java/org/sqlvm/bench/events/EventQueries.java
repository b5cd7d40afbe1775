package org.sqlvm.bench.events;

import java.util.List;

/** Nine queries on events, of the kinds of those on rides; {@code {name}} is a member. */
final class EventQueries {
    static final List<String> ALL = List.of(
            "SELECT {kind} AS a, count(*) FROM events GROUP BY a ORDER BY a",
            "SELECT {kind} AS a, count({amount}), sum({price}) FROM events GROUP BY a ORDER BY a",
            "SELECT {country} AS a, substr({time}, 1, 7) AS b, count(*) FROM events"
                    + " WHERE {country} IS NOT NULL GROUP BY a, b ORDER BY a, b",
            "SELECT {country} AS a, substr({time}, 1, 7) AS b, round({duration}) AS c, count(*)"
                    + " FROM events WHERE {country} IS NOT NULL AND {duration} IS NOT NULL"
                    + " GROUP BY a, b, c ORDER BY a, b, c",
            "SELECT {id} AS a FROM events WHERE {kind} = 'kind 2' AND {status} = 500"
                    + " AND {price} < 5 AND {device} = 'device 3' ORDER BY a",
            "SELECT {id} AS a, {price} AS b, {page} FROM events WHERE {price} IS NOT NULL"
                    + " ORDER BY b DESC, a LIMIT 100",
            "SELECT {referrer} AS a, {device} AS b, {status} AS c, count(*) FROM events"
                    + " WHERE {referrer} IS NOT NULL AND {device} IS NOT NULL AND {status} IS NOT"
                    + " NULL GROUP BY a, b, c ORDER BY a, b, c",
            "SELECT {user} / 5 AS a, sum({price}) FROM events GROUP BY a ORDER BY a LIMIT 100",
            "SELECT {page} AS a, count(*) FROM events WHERE {page} IS NOT NULL"
                    + " GROUP BY a ORDER BY a");

    private EventQueries() {}
}
