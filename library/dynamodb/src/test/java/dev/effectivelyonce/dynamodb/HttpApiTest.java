package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.testkit.http.HttpEvent;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** HTTP requests over DynamoDB Local. */
class HttpApiTest {
  private static final int REQUESTS = 100;
  private static final HttpEvent PAY =
      HttpEvent.post("/payments").key("k-1").json("{\"amount\":1}");

  private final Shop shop = new Shop();
  private final AtomicInteger booked = new AtomicInteger();
  private final HttpApi api =
      HttpApi.of("payments-api")
          .onAbandonedClaim(RERUN)
          .store(shop.store)
          .retention(Duration.ofHours(24))
          .handler(
              (request, attempt) ->
                  HandlerResult.completed(
                      ApiResponse.json(201, "{\"booking\":" + booked.incrementAndGet() + "}")))
          .build();

  @Test
  void requestsAtOnceWithOneKeyHaveOneEffectAndOneFirstAnswer() {
    List<ApiResponse> answers = sendAtOnce();

    List<ApiResponse> first =
        answers.stream()
            .filter(it -> it.status() == 201 && it.header("Idempotent-Replayed").isEmpty())
            .toList();
    assertThat(first).hasSize(1);
    assertThat(booked).hasValue(1);
    ApiResponse replayed = first.getFirst().header("Idempotent-Replayed", "true");
    assertThat(answers)
        .filteredOn(it -> it.status() != 409 && !it.equals(first.getFirst()))
        .allMatch(replayed::equals);
    assertThat(send()).isEqualTo(replayed);
  }

  @Test
  void aLostAnswerOfTheTableIsNoSecondEffect() {
    shop.proxy.loseNextAnswer();

    assertThat(send().status()).isEqualTo(201);
    assertThat(send().header("Idempotent-Replayed")).contains("true");
    assertThat(booked).hasValue(1);
  }

  private List<ApiResponse> sendAtOnce() {
    CyclicBarrier together = new CyclicBarrier(REQUESTS);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<ApiResponse>> sent =
          IntStream.range(0, REQUESTS)
              .mapToObj(i -> CompletableFuture.supplyAsync(() -> sendWith(together), threads))
              .toList();
      return sent.stream().map(CompletableFuture::join).toList();
    }
  }

  private ApiResponse sendWith(CyclicBarrier together) {
    try {
      together.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return send();
  }

  private ApiResponse send() {
    return api.handle(
        PAY.toRequest(), new TestContext(Platform.system().clock(), Duration.ofMinutes(1)));
  }
}
