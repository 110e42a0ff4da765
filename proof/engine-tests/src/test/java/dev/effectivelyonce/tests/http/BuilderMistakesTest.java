package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.DeployedFunction;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.http.HttpApiBuilder;
import dev.effectivelyonce.http.HttpSettings;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BuilderMistakesTest {
  private final Bench bench = new Bench(RERUN);

  @Test
  void whatIsRequiredIsAskedFor() {
    assertRefused(
        HttpApi.of("api"), "The API api has no onAbandonedClaim, retention, store, handler");
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
    assertRefused(bench.builder().shutdownMargin(Duration.ofMillis(-1)), "shutdownMargin");
    assertRefused(bench.builder().retryAfter(Duration.ofMillis(-1)), "retryAfter");
    assertRefused(bench.builder().keyedMethods(), "keyedMethods");
    assertRefused(bench.builder().retention(Duration.ofMinutes(59)), "retention");
    assertRefused(bench.builder().maxResultBytes(-1), "result limit");
  }

  @Test
  void aNameOtherThanTheOneThatTheStackDeploysIsRefused() {
    DeployedFunction deployed = new DeployedFunction(Optional.of("invoices"), Optional.empty());
    HttpSettings settings =
        new HttpSettings("table", Bench.RETENTION, Listing.FAILED_AND_HELD, deployed);

    assertRefused(bench.builder().settings(settings), "The stack deploys the consumer invoices");
  }

  private static void assertRefused(HttpApiBuilder builder, String problem) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(problem);
  }
}
