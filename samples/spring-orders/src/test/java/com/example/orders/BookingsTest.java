package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.orders.Bookings.Booking;
import dev.effectivelyonce.spring.EffectivelyOnceTest;
import dev.effectivelyonce.spring.OnceDeliveries;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureJdbc;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The listener with its database, and without a queue. */
@EffectivelyOnceTest({Bookings.class, RecordsConfiguration.class, BookingsTest.TestDatabase.class})
@AutoConfigureJdbc
class BookingsTest {
  @Configuration(proxyBeanMethods = false)
  static class TestDatabase {
    @Bean
    EmbeddedPostgres server() throws IOException {
      return EmbeddedPostgres.start();
    }

    @Bean
    DataSource database(EmbeddedPostgres server) {
      return server.getPostgresDatabase();
    }
  }

  @Autowired OnceDeliveries deliveries;
  @Autowired Bookings bookings;

  @Test
  void anOrderThatComesTwiceIsBookedOnce() throws Exception {
    deliveries.deliver("bookings", new Order("O-1", "tea", Crash.NEVER));
    deliveries.deliver("bookings", new Order("O-1", "tea", Crash.NEVER));

    assertThat(bookings.all()).containsExactly(new Booking("O-1", "tea"));
  }
}
