package dev.effectivelyonce.functions.readme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.http.HttpEvent;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sample of docs/http.md does what the page says. */
class BookingsTest {
  private static final HttpEvent BOOK = HttpEvent.post("/bookings").key("k-1");

  private final ManualClock clock = new ManualClock();
  private final List<HandlerResult> results = new ArrayList<>();

  @Test
  void aSeatIsBookedWithTheAnswer() {
    ApiResponse answer = send(BOOK.json("{\"seat\":\"12A\"}"));

    assertThat(answer.status()).isEqualTo(201);
    assertThat(results).singleElement().isInstanceOf(HandlerResult.Committing.class);
  }

  @Test
  void aRequestWithoutASeatGets400() {
    assertThat(send(BOOK.json("{}")).status()).isEqualTo(400);
  }

  private ApiResponse send(HttpEvent event) {
    Bookings bookings = new Bookings("bookings");
    HttpApi api =
        HttpApi.of("bookings-api")
            .store(new InMemoryStore())
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .retention(Duration.ofHours(24))
            .handler(
                (request, attempt) -> {
                  HandlerResult result = bookings.handle(request, attempt);
                  results.add(result);
                  // The store in memory knows no table to write to.
                  return result instanceof HandlerResult.Committing committing
                      ? HandlerResult.completed(committing.value().orElseThrow())
                      : result;
                })
            .build();
    return api.handle(event.toRequest(), new TestContext(clock, Duration.ofSeconds(10)));
  }
}
