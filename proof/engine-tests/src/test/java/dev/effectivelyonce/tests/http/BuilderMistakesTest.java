package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;

import dev.effectivelyonce.core.DeployedFunction;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.http.HttpSettings;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BuilderMistakesTest {
  private final Bench bench = new Bench(RERUN);

  @Test
  void whatIsRequiredIsAskedFor() {
    assertMistake(
        HttpApi.of("api")::build, "The API api has no onAbandonedClaim, retention, store, handler");
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    assertMistake(bench.builder().retryAfter(Duration.ofMillis(-1))::build, "retryAfter");
    assertMistake(bench.builder().keyedMethods()::build, "keyedMethods");
  }

  @Test
  void aNameOtherThanTheOneThatTheStackDeploysIsRefused() {
    DeployedFunction deployed = new DeployedFunction(Optional.of("invoices"), Optional.empty());
    HttpSettings settings =
        new HttpSettings("table", Bench.RETENTION, Listing.FAILED_AND_HELD, deployed);

    assertMistake(
        bench.builder().settings(settings)::build, "The stack deploys the consumer invoices");
  }
}
