package dev.effectivelyonce.testkit.http;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.http.HttpApiBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BuilderMistakesTest {
  private final Bench bench = new Bench(RERUN);

  @Test
  void whatIsRequiredIsAskedFor() {
    assertRefused(HttpApi.of("api"), "The API api has no onAbandonedClaim");
    assertRefused(HttpApi.of("api").onAbandonedClaim(RERUN), "The API api has no retention");
    HttpApiBuilder almost = HttpApi.of("api").onAbandonedClaim(RERUN).retention(Bench.RETENTION);
    assertRefused(almost, "The API api has no store");
    assertRefused(almost.store(bench.store), "The API api has no handler");
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    bench.builder().leaseMargin(Duration.ofMinutes(15)).build();
    assertRefused(bench.builder().leaseMargin(Duration.ofMinutes(16)), "leaseMargin");
    assertRefused(bench.builder().leaseMargin(Duration.ofMillis(-1)), "leaseMargin");
    assertRefused(bench.builder().reserve(Duration.ofMillis(-1)), "reserve");
    assertRefused(bench.builder().retryAfter(Duration.ofMillis(-1)), "retryAfter");
    assertRefused(bench.builder().keyedMethods(), "keyedMethods");
    assertRefused(bench.builder().retention(Duration.ofMinutes(59)), "retention");
    assertRefused(bench.builder().maxResultBytes(-1), "result limit");
  }

  private static void assertRefused(HttpApiBuilder builder, String problem) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(problem);
  }
}
