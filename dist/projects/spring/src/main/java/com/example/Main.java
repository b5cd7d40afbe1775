package com.example;

import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DataIntegrityViolationException;

/** Takes parts from a stock, which must not become negative. */
@SpringBootApplication
public class Main {
    public static void main(String[] args) {
        SpringApplication.run(Main.class, args);
    }

    @Bean
    CommandLineRunner orders(Stock stock) {
        return args -> {
            order(stock, 12, 4);
            order(stock, 5, 6);
            stock.all().forEach(part -> System.out.println(part.name() + " " + part.stock()));
        };
    }

    private static void order(Stock stock, int bolts, int nuts) {
        try {
            stock.take(bolts, nuts);
            System.out.println("taken: " + bolts + " bolts, " + nuts + " nuts");
        } catch (DataIntegrityViolationException e) {
            System.out.println("not enough for " + bolts + " bolts, " + nuts + " nuts");
        }
    }
}
