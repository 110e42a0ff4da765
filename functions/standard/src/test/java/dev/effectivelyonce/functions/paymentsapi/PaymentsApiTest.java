package dev.effectivelyonce.functions.paymentsapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.functions.payments.Booking;
import dev.effectivelyonce.functions.payments.Payment;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.http.HttpEvent;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentsApiTest {
  private static final HttpEvent PAY =
      HttpEvent.post("/payments")
          .key("k-1")
          .json("{\"accountId\":\"A-1\",\"amountCents\":250,\"currency\":\"EUR\"}");

  private final ManualClock clock = new ManualClock();
  private final InMemoryStore store = new InMemoryStore();
  private final List<Payment> booked = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{\"accountId\":\"A-1\",\"amountCents\":0,\"currency\":\"EUR\"}",
        "{\"accountId\":\"A-1\",\"currency\":\"EUR\"}",
        "{\"amountCents\":250,\"currency\":\"EUR\"}"
      })
  void aRequestThatIsNoPaymentGets400(String body) {
    assertThat(send(api(this::book), PAY.json(body)).status()).isEqualTo(400);
    assertThat(booked).isEmpty();
  }

  @Test
  void anotherPathIsNotFound() {
    HttpEvent refund = HttpEvent.post("/refunds").key("k-1").json("{}");

    assertThat(send(api(this::book), refund).status()).isEqualTo(404);
  }

  private HandlerResult book(Payment payment, LongFunction<Object> receipt) {
    booked.add(payment);
    return HandlerResult.completed(receipt.apply(1));
  }

  private HttpApi api(Booking booking) {
    return HttpApi.of("payments-api")
        .store(store)
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .retention(Duration.ofHours(24))
        .handler(new PaymentsApi(booking, clock))
        .build();
  }

  private ApiResponse send(HttpApi api, HttpEvent event) {
    return api.handle(event.toRequest(), new TestContext(clock, Duration.ofSeconds(10)));
  }
}
