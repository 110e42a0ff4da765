package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.http.Bench.PAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.Test;

/** Until when callers may repeat a request. */
class ExpiryTest {
  private final Bench bench = new Bench(RERUN);
  private final HttpApi api = bench.builder().build();

  @Test
  void callersMayLearnUntilWhenAnAnswerIsKept() {
    HttpApi telling = bench.builder().exposeExpiryHeader().build();
    Instant begun = bench.clock.instant();

    ApiResponse first = bench.send(telling, PAY);
    bench.clock.advance(Duration.ofHours(1));
    ApiResponse second = bench.send(telling, PAY);

    String told = first.header("Idempotency-Key-Expires").orElseThrow();
    assertThat(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(told)))
        .isEqualTo(WriteTimestamp.of(begun, Bench.RETENTION).keptUntil());
    assertThat(second.header("Idempotency-Key-Expires")).contains(told);
    assertThat(bench.send(api, PAY).header("Idempotency-Key-Expires")).isEmpty();
  }

  @Test
  void whatRunsAgainPromisesNoExpiry() {
    HttpApi telling =
        bench
            .builder()
            .exposeExpiryHeader()
            .handler((r, a) -> HandlerResult.retry("later"))
            .build();

    assertThat(bench.send(telling, PAY).header("Idempotency-Key-Expires")).isEmpty();
  }
}
