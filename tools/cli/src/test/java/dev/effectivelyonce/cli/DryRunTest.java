package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A dry run says what would be written to which records, asks nothing and writes nothing. */
class DryRunTest extends CommandTest {
  private static final List<String> KEYS = List.of("DONE", "FAILED", "HELD");

  @BeforeEach
  void prepare() {
    bench.completed("DONE");
    bench.failed("FAILED");
    bench.heldInStep("HELD");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "settle completed --key=HELD ; HELD -> COMPLETED ; status ; UNKNOWN -> COMPLETED",
        "settle retry --key=HELD --step=charge ; HELD -> RETRYABLE ; step charge ; INTENT, attempt"
            + " 1, result none -> NOT_DONE, attempt 1, result none: Settled by an operator",
        "erase --key=DONE ; COMPLETED -> COMPLETED ; result ; kept -> omitted, ERASED",
        "acknowledge --key=FAILED --reason=T ; FAILED -> FAILED ; acknowledged ; none -> true",
        "forget --key=FAILED ; FAILED -> RETRYABLE ; keptUntil ; 2026-01-21T03:04:05Z ->"
            + " 2026-01-02T03:20:05Z"
      })
  void oneRecordIsToldWithItsStateAndWhatWouldChange(
      String command, String states, String part, String change) {
    List<IdempotencyRecord> before = records();

    Run text = dryRun(command);
    Run json = dryRun(command + " --output=json");

    assertThat(text.exitCode()).as(text.err()).isZero();
    assertThat(text.out())
        .startsWith("1 record would be written: orders#")
        .contains(", " + states + "\n", "  %-11s %s\n".formatted(part, change))
        .endsWith("Nothing was written.\n");
    assertThat(text.err()).doesNotContain("[y/N]");
    assertThat(json.exitCode()).isZero();
    assertThat(json.out()).contains("\"dryRun\" : true", "\"count\" : 1", "\"" + part + "\" : {");
    assertThat(records()).isEqualTo(before);
  }

  @Test
  void programsGetTheRecordBeforeAndAfter() {
    Golden.check(
        "settle-dry-run.json",
        bench.stable(dryRun("settle retry --key=FAILED --output=json").out()));
  }

  @Test
  void ofManyRecordsItSaysHowManyWouldBeWrittenAndWhichWouldNot() {
    bench.halfDoneFailure("HALF");
    List<IdempotencyRecord> before = records();

    Run text = dryRun("acknowledge --list=failed --reason=T");
    Run json = dryRun("acknowledge --list=failed --reason=T --output=json");

    assertThat(text.exitCode()).isZero();
    assertThat(text.out())
        .contains("2 failed records of orders", "would be acknowledged  1\n")
        .contains("left                   1\n", "half of its event is done")
        .endsWith("Nothing was written.\n");
    assertThat(json.out())
        .contains("\"count\" : 2", "\"dryRun\" : true", "\"done\" : 1", "\"left\" : 1");
    assertThat(records()).isEqualTo(before);
  }

  @Test
  void theFileOfAForgottenRecordIsNamedAndNotWritten() {
    Run run = dryRun("forget --key=FAILED --save=it.json");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains("First it would be saved to " + bench.directory().resolve("it.json"));
    assertThat(bench.directory().resolve("it.json")).doesNotExist();
  }

  private List<IdempotencyRecord> records() {
    return KEYS.stream().map(key -> bench.store().find(Bench.id(key)).orElseThrow()).toList();
  }

  private Run dryRun(String command) {
    return bench.run(
        Stream.concat(Stream.of(command.split(" ")), Stream.of("--consumer=orders", "--dry-run"))
            .toArray(String[]::new));
  }
}
