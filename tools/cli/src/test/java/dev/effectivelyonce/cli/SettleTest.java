package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.Listing;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SettleTest extends CommandTest {
  private static final RecordId ID = Bench.id("O-1");

  @Test
  void aHeldRecordIsShownAskedAboutAndSettled() {
    bench.held("O-1");

    Run run = bench.runAnswering("y\n", "settle completed --consumer=orders --key=O-1");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains("State         HELD", "Settle it as COMPLETED? [y/N]")
        .contains("Settled. Its dead letter, if there is one, is deleted by a replay.");
    assertThat(run.out()).contains("State         COMPLETED");
    assertThat(found().status()).isEqualTo(Status.COMPLETED);
  }

  @Test
  void jsonIsAllThatStandardOutputHas() {
    bench.held("O-1");

    Run run = settle("retry", "--yes", "--output=json");

    Golden.check("settle-retry.json", bench.stable(run.out()));
    assertThat(run.err())
        .contains("Settled. Its dead letter, if there is one, is sent by a replay.");
    assertThat(found().status()).isEqualTo(Status.RETRYABLE);
  }

  @Test
  void anythingButYesChangesNothing() {
    IdempotencyRecord held = bench.held("O-1");

    for (String typed : new String[] {"", "\n", "n\n", "yesterday\n"}) {
      Run run = bench.runAnswering(typed, "settle retry --consumer=orders --key=O-1");
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("Not confirmed: nothing was changed");
    }
    assertThat(found()).isEqualTo(held);
  }

  @Test
  void aStaleClaimIsSettled() {
    bench.claimed("O-1");

    assertThat(settle("retry", "--yes").exitCode()).isZero();
    assertThat(found().status()).isEqualTo(Status.RETRYABLE);
  }

  @Test
  void aCompletedRecordIsNotInDoubt() {
    IdempotencyRecord completed = bench.completed("O-1");

    Run run = settle("retry", "--yes");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("nothing about it is in doubt", "send a new event under an id of its own")
        .doesNotContain("forget");
    assertThat(found()).isEqualTo(completed);
  }

  @Test
  void aRecordThatChangedSinceItWasShownIsLeftAsItIs() {
    IdempotencyRecord held = bench.held("O-1");
    Stamp stamp = Stamp.of(Bench.LATER, Bench.RETENTION);

    Run run =
        bench.runDoing(
            () -> bench.store().settle(held, Settlement.COMPLETED, stamp),
            "settle retry --consumer=orders --key=O-1");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("changed since it was shown: it is COMPLETED now");
    assertThat(found().status()).isEqualTo(Status.COMPLETED);
  }

  @Test
  void theRecordIsKeptForItsRetentionFromNowWhetherItIsConfiguredOrNot() {
    for (String configured : new String[] {"\"retention\":\"P19D\",", ""}) {
      bench.config(Listing.DOUBTFUL, configured);
      IdempotencyRecord held = bench.held("O" + configured.length());
      settleId(held.id());

      assertThat(bench.store().find(held.id()).orElseThrow().stamp().keptUntil())
          .isEqualTo(Bench.LATER.plus(Bench.RETENTION));
    }
  }

  @Test
  void aShorterConfiguredRetentionDoesNotShortenItsLifeAndALongerOneLengthensIt() {
    bench.config(Listing.DOUBTFUL, "\"retention\":\"P1D\",");
    bench.held("O-1");
    settleId(ID);
    assertThat(found().stamp().keptUntil()).isEqualTo(Bench.LATER.plus(Bench.RETENTION));

    bench.config(Listing.DOUBTFUL, "\"retention\":\"P30D\",");
    bench.held("O-2");
    settleId(Bench.id("O-2"));
    assertThat(bench.store().find(Bench.id("O-2")).orElseThrow().stamp().keptUntil())
        .isEqualTo(Bench.LATER.plus(Duration.ofDays(30)));
  }

  @Test
  void aRecordOfALaterReleaseIsLeftAsItIs() {
    RecordId id = bench.ofLaterRelease("O-1");

    Run run = settle("completed", "--yes");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err())
        .contains("of the record " + id + " is not one of this version")
        .contains("use a release that knows its format");
    assertThat(bench.run("inspect --consumer=orders --key=O-1").exitCode()).isEqualTo(3);
  }

  private Run settle(String... rest) {
    return bench.run(Bench.words("settle --consumer=orders --key=O-1", rest));
  }

  private void settleId(RecordId id) {
    assertThat(bench.run("settle retry --yes", "--record-id=" + id.value()).exitCode()).isZero();
  }

  private IdempotencyRecord found() {
    return bench.store().find(ID).orElseThrow();
  }
}
