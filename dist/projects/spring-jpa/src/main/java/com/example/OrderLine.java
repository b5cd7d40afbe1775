package com.example;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** A part that is ordered, and its quantity. */
@Entity
public class OrderLine {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;

    @ManyToOne(optional = false)
    private PurchaseOrder purchase;

    @ManyToOne(optional = false)
    private Part part;

    private int quantity;

    /** JPA's. */
    protected OrderLine() {}

    OrderLine(PurchaseOrder purchase, Part part, int quantity) {
        this.purchase = purchase;
        this.part = part;
        this.quantity = quantity;
    }

    public Long getId() {
        return id;
    }

    public Part getPart() {
        return part;
    }

    public int getQuantity() {
        return quantity;
    }
}
