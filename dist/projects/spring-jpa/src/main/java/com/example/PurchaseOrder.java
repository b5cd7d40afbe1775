package com.example;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** An order with its lines, which are saved with it. */
@Entity
public class PurchaseOrder {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;

    private LocalDate ordered;

    @OneToMany(mappedBy = "purchase", cascade = CascadeType.ALL, fetch = FetchType.LAZY)
    private final List<OrderLine> lines = new ArrayList<>();

    /** JPA's. */
    protected PurchaseOrder() {}

    public PurchaseOrder(LocalDate ordered) {
        this.ordered = ordered;
    }

    public PurchaseOrder with(Part part, int count) {
        lines.add(new OrderLine(this, part, count));
        return this;
    }

    public Long getId() {
        return id;
    }

    public LocalDate getOrdered() {
        return ordered;
    }

    public List<OrderLine> getLines() {
        return lines;
    }
}
