package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.operations.bench.FaultyAws;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One decision about many records: shown first, asked about once, counted at the end. */
class BulkTest extends CommandTest {
  private void hold(int count) {
    IntStream.range(0, count).forEach(number -> bench.held("O-" + number));
  }

  @Test
  void whatMatchesIsShownAskedAboutOnceAndSettled() {
    hold(7);

    Run run = bench.runAnswering("y\n", settle("--error=CardDeclined", "--reason=T-7"));

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains("7 held records of orders")
        .containsOnlyOnce("7 records will be settled as RETRYABLE. Go on? [y/N]")
        .contains("Dead letters of what was settled are sent by a replay.");
    assertThat(run.out()).contains("settled as RETRYABLE   7", "left                   0");
    assertThat(bench.run("inspect --consumer=orders --list=held").out()).isEqualTo("0 held\n");
  }

  @Test
  void keysAndCausesChooseFromTheList() {
    hold(4);
    bench.failed("O-9");
    bench.write("key.txt", "O-3\n");

    Run run =
        bench.run(
            settle(
                "--key=O-0",
                "--key=" + Bench.id("O-2").keyHash(),
                "--key=O-9",
                "--key-file=key.txt",
                "--cause=carddeclined at Pay.run:99",
                "--reason=T-7",
                "--yes"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("settled as RETRYABLE   3");
    assertThat(List.of("O-0", "O-1", "O-2", "O-3", "O-9"))
        .map(this::status)
        .containsExactly(
            Status.RETRYABLE, Status.UNKNOWN, Status.RETRYABLE, Status.RETRYABLE, Status.FAILED);
    assertThat(bench.run(settle("--cause=Timeout", "--reason=T-7", "--yes")).out())
        .contains("settled as RETRYABLE   0");
    assertThat(bench.run(settle("--cause=", "--reason=T-7", "--yes")).exitCode()).isEqualTo(2);
  }

  @Test
  void theKeyOfSeveralPartsIsWrittenWithSlashes() {
    bench.keyOf("/tenant", "/orderId");
    bench.held("A/B");
    RecordId id = RecordId.of(new ConsumerName("orders"), BusinessKey.of("A", "B"));
    Claim claim = Bench.claim("A", Bench.NOW, Optional.empty());
    IdempotencyRecord mine =
        Bench.written(
            bench
                .store()
                .claim(
                    new Claim(
                        id,
                        claim.owner(),
                        claim.leaseUntil(),
                        claim.stamp(),
                        claim.fingerprint(),
                        claim.readableKey())));
    bench.store().hold(mine, Bench.WHY, mine.stamp());

    Run known = bench.run(settle("--key=A/B", "--reason=T-7", "--dry-run"));
    Run odd = bench.run(settle("--key=A", "--reason=T-7", "--dry-run"));

    assertThat(known.out()).contains("1 held record of orders", id.value());
    assertThat(odd.exitCode()).isEqualTo(2);
    assertThat(odd.err()).contains("has 1 parts, those of orders have 2", "write / between");
  }

  @Test
  void anythingButYesChangesNothing() {
    hold(2);

    Run run = bench.runAnswering("n\n", settle("--reason=T-7"));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(status("O-0")).isEqualTo(Status.UNKNOWN);
  }

  @Test
  void withoutAReasonOrBesideARecordItIsWrongUsage() {
    hold(1);

    assertThat(bench.run(settle("--yes")).err()).contains("has no reason", "Give --reason");
    assertThat(bench.run(settle("--yes", "--record-id=orders#x", "--reason=T-7")).err())
        .contains("A record and --list exclude each other");
    assertThat(bench.run("settle retry --consumer=orders --key=O-0 --error=x").err())
        .contains("choose from a list");
    assertThat(bench.run(settle("--yes", "--step=charge", "--reason=T-7")).exitCode()).isEqualTo(2);
    assertThat(status("O-0")).isEqualTo(Status.UNKNOWN);
  }

  @Test
  void theCountsAreJsonForPrograms() {
    bench.failed("O-1");
    bench.halfDoneFailure("O-2");

    Run run =
        bench.run("acknowledge --consumer=orders --list=failed --yes --reason=T-7 --output=json");

    assertThat(run.exitCode()).isZero();
    Golden.check("acknowledge-many.json", bench.stable(run.out()));
  }

  @Test
  void credentialsThatExpireOnTheWayAreToldWithWhatWasDone() {
    hold(3);
    try (FaultyAws spoiled =
        new FaultyAws(
            bench.aws.dynamoDbEndpoint(), "TransactWriteItems", 2, FaultyAws.Last.REFUSED)) {
      Run run =
          bench.bare(
              new StringReader(""),
              settle("--yes", "--reason=T-7", "--endpoint=dynamodb=" + spoiled.endpoint()));

      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.out())
          .contains("settled as RETRYABLE   1", "matched before         3", "ended by")
          .contains("FAULT", "The credentials for AWS have expired");
    }
  }

  @Test
  void whatThisReleaseCanNotReadIsToldInTheListToo() {
    bench.ofLaterRelease("O-1");
    bench.failed("O-2");

    Run list = bench.run("inspect --consumer=orders --list=failed");

    assertThat(list.exitCode()).isZero();
    assertThat(list.out())
        .contains("1 failed")
        .contains("of the record " + Bench.id("O-1") + " is not one of this version");
  }

  private static String[] settle(String... rest) {
    return Bench.words("settle retry --consumer=orders --list=held", rest);
  }

  private Status status(String key) {
    return bench.store().find(Bench.id(key)).orElseThrow().status();
  }
}
