package com.example.orders;

import com.example.orders.Bookings.Booking;
import io.awspring.cloud.sqs.operations.SqsTemplate;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Sends orders to the queue, and shows what is booked. */
@RestController
@RequestMapping("/orders")
class OrdersController {
  private final SqsTemplate queues;
  private final Bookings bookings;

  OrdersController(SqsTemplate queues, Bookings bookings) {
    this.queues = queues;
    this.bookings = bookings;
  }

  @PostMapping
  @ResponseStatus(HttpStatus.ACCEPTED)
  void send(
      @RequestParam String orderId,
      @RequestParam String item,
      @RequestParam(defaultValue = "1") int copies,
      @RequestParam(defaultValue = "never") String crash) {
    Order order = new Order(orderId, item, Crash.of(crash));
    for (int copy = 0; copy < copies; copy++) {
      queues.send("orders", order);
    }
  }

  @GetMapping
  List<Booking> booked() {
    return bookings.all();
  }
}
