package com.example;

import org.springframework.data.jpa.repository.JpaRepository;

import java.util.List;
import java.util.Optional;

/** Spring writes the queries from the names of the methods. */
public interface Parts extends JpaRepository<Part, Long> {
    Optional<Part> findByName(String name);

    List<Part> findByPriceLessThanOrderByName(double price);
}
