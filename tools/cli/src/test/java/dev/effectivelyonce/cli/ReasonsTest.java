package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Why an operator does something with dead letters: the same rules as for records. */
class ReasonsTest extends LiveCommandTest {
  private String id;

  @BeforeEach
  void prepare() {
    bench.failed("O-1");
    id = bench.sendDead(Bench.body("O-1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"replay", "resend", "discard"})
  void aReasonThatFitsIntoNoTrailIsRefusedBeforeAnythingHappens(String command) {
    for (String reason : List.of(" ", "x".repeat(600), "a\nb", "a\u001b[2Jb")) {
      Run run = run(command, "--yes", "--reason=" + reason);

      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).contains("The reason is blank, longer than").hasLineCount(2);
    }
    assertThat(bench.bodies(bench.deadLetters())).hasSize(1);
    assertThat(bench.bodies(bench.url(bench.queue))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"replay", "resend"})
  void whoReopensARecordWithoutAReasonIsWarned(String command) {
    Run run = run(command, "--yes");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("Warning: no --reason is given", "the trail names nobody");
  }

  @ParameterizedTest
  @ValueSource(strings = {"replay", "resend", "discard"})
  void aReasonAsLongAsMayBeIsTakenWhole(String command) {
    String reason = "x".repeat(480) + "last";

    Run run = run(command, "--yes", "--reason=" + reason);

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("the trail names nobody").doesNotContain("no --reason");
    if (!command.equals("discard")) {
      assertThat(bench.run("inspect --consumer=orders --key=O-1").out()).contains(reason);
    }
  }

  @Test
  void aResendThatReopensNothingNeedsNoReason() {
    String other = bench.sendDead(Bench.body("O-2"));

    assertThat(bench.run("dead-letters resend", other, "--consumer=orders", "--yes").err())
        .doesNotContain("no --reason");
  }

  private Run run(String command, String... rest) {
    List<String> words =
        switch (command) {
          case "resend" -> List.of("dead-letters", "resend", id, "--consumer=orders");
          case "discard" -> List.of("dead-letters", "discard", "--all", "--consumer=orders");
          default -> List.of("replay", "--consumer=orders");
        };
    return bench.run(Stream.concat(words.stream(), Stream.of(rest)).toArray(String[]::new));
  }
}
