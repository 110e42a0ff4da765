package com.example.orders;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;

import com.example.orders.Bookings.Booking;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.spring.Once;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Books an order in its request, once for each {@code Idempotency-Key}. */
@RestController
class CheckoutController {
  private final Bookings bookings;

  CheckoutController(Bookings bookings) {
    this.bookings = bookings;
  }

  @PostMapping("/checkout")
  @ResponseStatus(HttpStatus.CREATED)
  @Once(consumer = "checkout", onAbandonedClaim = RERUN)
  @Transactional
  public Booking checkOut(
      @RequestParam String item,
      @RequestParam(defaultValue = "never") String crash,
      Attempt attempt) {
    Booking booking = new Booking(UUID.randomUUID().toString(), item);
    bookings.add(booking);
    if (attempt.isFirst()) {
      Crash.of(crash).happen();
    }
    return booking;
  }
}
