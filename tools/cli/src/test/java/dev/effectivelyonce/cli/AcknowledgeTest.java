package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import org.junit.jupiter.api.Test;

/** A failure that was dealt with leaves the list, and stays a failure. */
class AcknowledgeTest extends CommandTest {
  private static final RecordId ID = Bench.id("O-1");

  @Test
  void aFailureIsShownAskedAboutAndLeavesTheList() {
    bench.failed("O-1");

    Run run = bench.runAnswering("y\n", acknowledge("--reason=T-7: refunded by hand"));

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains("State         FAILED", "Acknowledge its failure? [y/N]")
        .contains("Warning: the trail names nobody, since STS has no --endpoint.")
        .contains("It is listed no more, and stays failed.");
    assertThat(bench.run("inspect --consumer=orders --list=all").out()).startsWith("0 listed");
    assertThat(bench.store().find(ID).orElseThrow().status()).isEqualTo(Status.FAILED);
    Run after = bench.run("inspect --consumer=orders --key=O-1");
    assertThat(after.out())
        .contains("Acknowledged  by an operator: it is not listed")
        .contains("ACKNOWLEDGE, FAILED, by unknown (STS has no --endpoint): T-7: refunded by hand");
  }

  @Test
  void theTrailIsAnArrayInJson() {
    bench.failed("O-1");
    bench.run(acknowledge("--reason=T-7", "--yes"));

    Run run = bench.run("inspect --consumer=orders --key=O-1 --output=json");

    Golden.check(
        "inspect-trail.json",
        bench.stable(run.out()).replaceAll("(?<=\"id\" : \")[0-9a-f-]{36}", "ENTRY"));
  }

  @Test
  void whatIsHeldStaysListedWithTheRemedy() {
    IdempotencyRecord held = bench.held("O-1");

    Run run = bench.run(acknowledge("--reason=T-7", "--yes"));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("only a failure can be acknowledged", "and settle it");
    assertThat(bench.store().find(ID)).contains(held);
  }

  private static String[] acknowledge(String... rest) {
    return Bench.words("acknowledge --consumer=orders --key=O-1", rest);
  }
}
