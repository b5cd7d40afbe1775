package org.sqlvm.ecosystem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.exception.ConstraintViolationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;

/** Entities; the dialect is found by the name and version that the driver tells. */
final class HibernateTest {
    @TempDir
    Path folder;

    /** A maker of parts. */
    @Entity(name = "Maker")
    public static class Maker {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;

        @Column(unique = true)
        String name;
    }

    /** A part, with values of many types. */
    @Entity(name = "Part")
    public static class Part {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;

        String name;
        BigDecimal price;
        LocalDate since;
        LocalDateTime changed;
        boolean sold;
        byte[] picture;

        @ManyToOne
        Maker maker;
    }

    private SessionFactory factory() {
        return new Configuration()
                .addAnnotatedClass(Maker.class)
                .addAnnotatedClass(Part.class)
                .setProperty("hibernate.connection.url", "jdbc:sqlvm:" + folder.resolve("orm.db"))
                .setProperty("hibernate.hbm2ddl.auto", "update")
                .buildSessionFactory();
    }

    @Test
    void storesAndFindsEntities() {
        LocalDateTime moment = LocalDateTime.of(2026, 11, 21, 20, 15, 30);
        try (SessionFactory factory = factory()) {
            factory.inTransaction(session -> {
                Maker maker = new Maker();
                maker.name = "Schmidt";
                session.persist(maker);
                Part part = new Part();
                part.name = "bolt";
                part.price = new BigDecimal("0.25");
                part.since = moment.toLocalDate();
                part.changed = moment;
                part.sold = true;
                part.picture = new byte[] {1, 2};
                part.maker = maker;
                session.persist(part);
                assertNotNull(part.id);
            });
        }
        try (SessionFactory again = factory()) { // Compares the schema with the file's.
            again.inTransaction(session -> {
                List<Part> parts = session.createQuery(
                                "from Part p join fetch p.maker where p.since >= :day and p.sold",
                                Part.class)
                        .setParameter("day", moment.toLocalDate())
                        .setMaxResults(10)
                        .getResultList();
                assertEquals(1, parts.size());
                Part part = parts.getFirst();
                assertEquals("Schmidt", part.maker.name);
                assertEquals(moment, part.changed);
                assertEquals(0, new BigDecimal("0.25").compareTo(part.price));
                assertEquals(2, part.picture.length);
                part.name = "nut";
            });
            assertThrows(
                    ConstraintViolationException.class,
                    () -> again.inTransaction(session -> {
                        Maker twin = new Maker();
                        twin.name = "Schmidt";
                        session.persist(twin);
                    }));
            again.inSession(session -> assertEquals(
                    "nut",
                    session.createQuery("select name from Part", String.class).getSingleResult()));
        }
    }
}
