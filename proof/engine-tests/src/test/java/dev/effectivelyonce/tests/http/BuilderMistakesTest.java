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
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    assertRefused(bench.builder().retryAfter(Duration.ofMillis(-1)), "retryAfter");
    assertRefused(bench.builder().keyedMethods(), "keyedMethods");
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
