package com.example;

import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DataIntegrityViolationException;

import java.time.LocalDate;

/** A shop whose tables Hibernate makes. */
@SpringBootApplication
public class Main {
    public static void main(String[] args) {
        SpringApplication.run(Main.class, args).close();
    }

    @Bean
    CommandLineRunner shop(Parts parts, Orders orders) {
        return args -> {
            Part bolt = parts.save(new Part("bolt", 0.25));
            Part nut = parts.save(new Part("nut", 0.5));
            parts.save(new Part("gear", 12.5));
            orders.save(
                    new PurchaseOrder(LocalDate.of(2026, 11, 1)).with(bolt, 20).with(nut, 8));
            orders.save(new PurchaseOrder(LocalDate.of(2026, 11, 2)).with(nut, 1));
            try {
                parts.save(new Part("nut", 3));
            } catch (DataIntegrityViolationException e) {
                System.out.println("there is a nut already");
            }
            for (Part part : parts.findByPriceLessThanOrderByName(1)) {
                System.out.println(part.getId() + " " + part.getName() + " " + part.getPrice());
            }
            orders.worth().forEach(order -> System.out.println(order.id() + ": " + order.value()));
            System.out.println(orders.findById(1L).orElseThrow().getOrdered());
        };
    }
}
