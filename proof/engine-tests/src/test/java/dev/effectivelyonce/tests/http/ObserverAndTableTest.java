package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.http.Bench.PAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.KeyVisibility;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.http.HttpSettings;
import dev.effectivelyonce.tests.words.Noted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What metrics and operators see of a request. */
class ObserverAndTableTest {
  private final Bench bench = new Bench(RERUN);

  @Test
  void anObserverIsToldOfARequestAndThatItIsOverAndItsFailureCostsNoAnswer() {
    List<String> told = new ArrayList<>();
    HttpApi api = bench.builder().observer(new Noted(told)).build();

    assertThat(bench.send(api, PAY).status()).isEqualTo(201);
    assertThat(bench.send(api, PAY).status()).isEqualTo(201);

    assertThat(told).containsExactly("CLAIMED", "EXECUTED", "over", "DUPLICATE", "over");
  }

  @Test
  void theTableShowsKeysWhereTheServiceSaysSo() {
    bench.send(bench.builder().keyVisibility(KeyVisibility.READABLE).build(), PAY);

    assertThat(bench.record().orElseThrow().readableKey())
        .contains("k-1/iam arn:aws:iam::123456789012:user/test/$default");
  }

  @Test
  void keysAreRememberedAsLongAsTheEnvironmentSays() {
    HttpSettings settings =
        new HttpSettings("records", Duration.ofHours(2), Listing.FAILED_AND_HELD);
    HttpApi api = bench.builder().settings(settings).build();
    bench.send(api, PAY);
    bench.clock.advance(Duration.ofHours(2).plusSeconds(1));

    assertThat(bench.send(api, PAY).body().text()).isEqualTo("{\"booking\":2}");
  }
}
