package com.example;

import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

import java.util.List;

/** The table parts. */
@Repository
public class Stock {
    private final JdbcTemplate template;

    /** A row. */
    public record Part(long id, String name, int stock) {}

    public Stock(JdbcTemplate template) {
        this.template = template;
    }

    /** Takes both or nothing: an exception rolls the transaction back. */
    @Transactional
    public void take(int bolts, int nuts) {
        String update = "UPDATE parts SET stock = stock - ? WHERE name = ?";
        template.update(update, bolts, "bolt");
        template.update(update, nuts, "nut");
    }

    public List<Part> all() {
        return template.query(
                "SELECT * FROM parts ORDER BY id", new DataClassRowMapper<>(Part.class));
    }
}
