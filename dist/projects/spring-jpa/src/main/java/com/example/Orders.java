package com.example;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

import java.util.List;

/** Orders, and what they are worth. */
public interface Orders extends JpaRepository<PurchaseOrder, Long> {
    /** A number of an order and its value. */
    record Worth(Long id, Double value) {}

    @Query("""
        select new com.example.Orders$Worth(o.id, sum(l.quantity * l.part.price))
        from PurchaseOrder o join o.lines l group by o.id order by o.id
        """)
    List<Worth> worth();
}
