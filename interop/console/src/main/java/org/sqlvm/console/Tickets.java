package org.sqlvm.console;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.concurrent.locks.ReentrantLock;

/** The key of the console's server, and tickets, each of which is exchanged for it once. */
final class Tickets {
    /** 256 bits. */
    private static final int SIZE = 32;

    /** How many may wait; the oldest ones go. */
    private static final int WAITING_MAX = 100;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final String key = random();
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded; the oldest is first. */
    private final LinkedHashSet<String> waiting = new LinkedHashSet<>();

    private static String random() {
        byte[] bytes = new byte[SIZE];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    String key() {
        return key;
    }

    String issue() {
        String ticket = random();
        lock.lock();
        try {
            if (waiting.size() >= WAITING_MAX) {
                waiting.removeFirst();
            }
            waiting.add(ticket);
        } finally {
            lock.unlock();
        }
        return ticket;
    }

    /** Whether it is one, which it then is no more. */
    boolean take(String ticket) {
        lock.lock();
        try {
            return waiting.remove(ticket);
        } finally {
            lock.unlock();
        }
    }
}
