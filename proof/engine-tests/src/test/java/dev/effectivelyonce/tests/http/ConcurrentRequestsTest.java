package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.http.Bench.PAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;

class ConcurrentRequestsTest {
  private static final int REQUESTS = 100;

  private final Bench bench = new Bench(RERUN);
  private final HttpApi api = bench.builder().build();

  @RepeatedTest(5)
  void ofOneKeyHaveOneEffectAndOneFirstAnswer() {
    List<ApiResponse> answers = sendAtOnce();

    List<ApiResponse> first =
        answers.stream()
            .filter(it -> it.status() == 201 && it.header("Idempotent-Replayed").isEmpty())
            .toList();
    assertThat(bench.booked).hasValue(1);
    assertThat(first).hasSize(1);
    assertThat(answers)
        .allMatch(
            it ->
                it.equals(first.getFirst())
                    || it.equals(first.getFirst().header("Idempotent-Replayed", "true"))
                    || it.status() == 409);
    assertThat(bench.send(api, PAY).status()).isEqualTo(201);
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
    return bench.send(api, PAY);
  }
}
