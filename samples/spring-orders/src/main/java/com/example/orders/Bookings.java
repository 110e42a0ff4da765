package com.example.orders;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.spring.Once;
import io.awspring.cloud.sqs.annotation.SqsListener;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Books each order once, however often its message comes and whenever the process crashes. */
@Component
public class Bookings {
  record Booking(String orderId, String item) {}

  private final JdbcClient database;

  Bookings(JdbcClient database) {
    this.database = database;
  }

  @SqsListener("orders")
  @Once(consumer = "bookings", key = "#payload.orderId", onAbandonedClaim = RERUN)
  @Transactional
  public void book(@Payload Order order, Attempt attempt) {
    add(new Booking(order.orderId(), order.item()));
    if (attempt.isFirst()) {
      order.crash().happen();
    }
  }

  void add(Booking booking) {
    database
        .sql("INSERT INTO booking (order_id, item) VALUES (?, ?)")
        .params(booking.orderId(), booking.item())
        .update();
  }

  List<Booking> all() {
    return database
        .sql("SELECT order_id, item FROM booking ORDER BY id")
        .query(Booking.class)
        .list();
  }
}
