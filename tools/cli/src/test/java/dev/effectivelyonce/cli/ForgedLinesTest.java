package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.Write;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What stands in records and messages passes neither for a line of a command nor for a colour. */
class ForgedLinesTest extends LiveCommandTest {
  private static final String HOSTILE =
      "\nFORGED n\rFORGED r\r\nFORGED rn\u2028FORGED ls\u001b[31m\u009b2J\u202e";

  /** What SQS takes of it. */
  private static final String FORGED = "\nFORGED\r\u0085\u009b2J\u2028\u202e";

  private static final String UNSAFE = "[\\p{Cc}&&[^\\n]]|[\u2028\u2029\u202e]";

  @BeforeEach
  void prepare() {
    Instant now = Clock.systemUTC().instant();
    IdempotencyRecord mine = bench.claimed("O-1", now, Optional.of("O-1" + HOSTILE));
    IdempotencyRecord failed =
        Bench.written(
            bench.store().fail(mine, new ErrorSummary("Declined" + HOSTILE), mine.stamp()));
    Write.Settle settle = new Write.Settle(failed, Settlement.RETRYABLE, failed.stamp());
    bench
        .store()
        .trail()
        .orElseThrow()
        .write(
            settle,
            AuditLog.entry(settle, "one", now, "anna" + HOSTILE, Optional.of("T-7" + HOSTILE)));
    IdempotencyRecord again =
        Bench.written(
            bench.store().takeOver(found(), Bench.claim("O-1", now, Optional.of("O-1" + HOSTILE))));
    bench.store().fail(again, new ErrorSummary("Declined" + HOSTILE), again.stamp());
  }

  @Test
  void ofARecordAndItsTrailNothingPassesForALine() {
    Run run = bench.run("inspect", "--record-id=" + Bench.id("O-1"));

    assertThat(run.out())
        .contains("Key           O-1\\nFORGED n\\u000dFORGED r\\nFORGED rn\\u2028FORGED ls\\u001b")
        .contains("Error         Declined\\nFORGED", "by anna\\nFORGED", ": T-7\\nFORGED")
        .contains("    before: Declined\\nFORGED");
    assertIsSafe(run);
    assertIsSafe(bench.run("inspect --consumer=orders --list=failed"));
  }

  @Test
  void ofADeadLetterNothingPassesForALine() {
    String id = bench.sendDead(Bench.body("O-1"));

    assertIsSafe(bench.run("dead-letters --consumer=orders"));
    assertIsSafe(bench.run("dead-letters --consumer=orders --summary"));
    assertIsSafe(bench.run("dead-letters show", id, "--consumer=orders"));
    assertIsSafe(bench.run("dead-letters show", "no" + HOSTILE, "--consumer=orders"));
  }

  @Test
  void ofABodyAndAnAttributeNothingPassesForALine() {
    String body = "{\"orderId\":\"O-2\",\"customerId\":\"" + FORGED + "\"}";
    String id = Bench.send(bench.deadLetters(), body, Map.of("from", "x" + FORGED));
    for (String output : List.of("--output=text", "--output=json")) {
      assertIsSafe(bench.run("dead-letters show", id, "--consumer=orders", output));
      assertThat(bench.run("dead-letters --consumer=orders --summary", output).out())
          .doesNotContainPattern(UNSAFE);
    }
  }

  @Test
  void ofManyRecordsNothingPassesForALine() {
    Run run = bench.run("acknowledge --consumer=orders --list=failed --reason=T-7 --yes");

    assertThat(run.err()).contains("Declined\\nFORGED");
    assertIsSafe(run);
  }

  private static void assertIsSafe(Run run) {
    assertThat(run.out() + run.err())
        .contains("FORGED")
        .doesNotContainPattern("(?m)^ *FORGED")
        .doesNotContainPattern(UNSAFE);
  }

  private IdempotencyRecord found() {
    return bench.store().find(Bench.id("O-1")).orElseThrow();
  }
}
