package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.Claimant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the doctor says of consumers that may lose messages to others. */
class DoctorOfRecordsTest extends CommandTest {
  @Test
  void recordsThatTwoFunctionsClaimedAreAWarning() {
    claimedBy("O-1", "orders-a");
    claimedBy("O-2", "orders-b");

    assertThat(bench.run("doctor").out())
        .contains("records of orders were claimed by several functions: orders-a, orders-b.");
  }

  @Test
  void recordsOfOneFunctionAreNone() {
    claimedBy("O-1", "orders-a");
    claimedBy("O-2", "orders-a");

    assertThat(bench.run("doctor").out()).doesNotContain("several functions");
  }

  @Test
  void aConsumerWithoutAFingerprintIsAWarning() {
    assertThat(bench.run("doctor").out()).doesNotContain("no fingerprint");
    bench.write(
        "effectively-once.json",
        "{\"consumers\":[{\"name\":\"orders\",\"queue\":\"%s\",\"table\":\"%s\",\"key\":\"/id\"}]}"
            .formatted(bench.queue, bench.table));

    assertThat(bench.run("doctor").out())
        .contains("no fingerprint is named: another payload under a used key is skipped");
  }

  /** By the store itself: the doctor has to find the attribute that it writes. */
  private void claimedBy(String key, String function) {
    Claim claim = Bench.claim(key, Bench.NOW, Optional.empty());
    bench
        .store()
        .claim(
            new Claim(
                claim.id(),
                claim.owner(),
                claim.leaseUntil(),
                claim.stamp(),
                claim.fingerprint(),
                claim.readableKey(),
                new Claimant(Optional.of(function), Optional.empty())));
  }

  @Test
  void twoConsumersOfOneTableHaveOneWarningAboutIt() {
    String plain = bench.aws.plainTable("id");
    bench.write(
        "effectively-once.json",
        """
        {"consumers":[{"name":"a","table":"%1$s"},{"name":"b","table":"%1$s"}]}\
        """
            .formatted(plain));

    assertThat(bench.run("doctor").out())
        .containsOnlyOnce("it has no index \"listing\"")
        .containsOnlyOnce("it expires records by nothing")
        .contains("The table " + plain + " was checked with a");
  }
}
