package dev.effectivelyonce.tests.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.http.HttpEvent;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

// Shown by docs/testing.md.

class OrdersApiSampleTest {
  private static final HttpEvent ORDER = HttpEvent.post("/orders").key("k-1").json("{\"tea\":2}");

  private final FaultyStore store = new FaultyStore(new InMemoryStore());
  private final List<String> orders = new ArrayList<>();

  private final HttpApi api =
      HttpApi.of("orders-api")
          .store(store)
          .retention(Duration.ofHours(24))
          .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
          .handler(
              (request, attempt) ->
                  HandlerResult.commit(
                      InMemoryEffects.of(() -> orders.add(request.body().text())),
                      ApiResponse.json(201, "{\"orderId\":\"O-1\"}")))
          .build();

  @Test
  void aRepetitionGetsTheFirstAnswer() {
    ApiResponse first = send(ORDER);
    ApiResponse again = send(ORDER);

    assertThat(orders).containsExactly("{\"tea\":2}");
    assertThat(first.status()).isEqualTo(201);
    assertThat(again).isEqualTo(first.header("Idempotent-Replayed", "true"));
  }

  @Test
  void anotherRequestWithTheSameKeyIsRefused() {
    send(ORDER);

    assertThat(send(ORDER.json("{\"tea\":3}")).status()).isEqualTo(422);
    assertThat(orders).containsExactly("{\"tea\":2}");
  }

  @Test
  void anOrderWhoseCommitLosesItsAnswerIsPlacedOnce() {
    store.loseAnswerOfNext(Verb.COMMIT, 1);

    send(ORDER);
    send(ORDER);

    assertThat(orders).containsExactly("{\"tea\":2}");
  }

  private ApiResponse send(HttpEvent event) {
    return api.handle(
        event.toRequest(), new TestContext(Clock.systemUTC(), Duration.ofSeconds(10)));
  }
}
