package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertOneProblem;
import static dev.effectivelyonce.cdk.TestStack.assertProblems;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.services.kinesis.Stream;

class DeadLetterReplayTest extends GoldenStackTest {
  private IdempotentConsumer bills;

  @Override
  void fill() {
    bills = test.consumer("Bills").consumerName("late-bills").build();
    test.replay("ReplayByNight")
        .consumer("late-bills", bills)
        .alarmAction(test.telling("Topic"))
        .build();
    IdempotentStreamConsumer clicks =
        test.stream("Clicks").consumerName("late-clicks").stream(
                Stream.Builder.create(test.stack(), "Stream").build())
            .build();
    test.replay("ReplayOfParked").consumer("late-clicks", clicks).build();
    // A replay is bound to records where all of its consumers are.
    IdempotentConsumer first = bound("first");
    IdempotentConsumer second = bound("second");
    test.replay("ReplayOfBound").consumer("first", first).consumer("second", second).build();
    test.replay("ReplayOfMixed").consumer("first", first).consumer("late-bills", bills).build();
  }

  @Override
  String recorded() {
    return "Replay";
  }

  private IdempotentConsumer bound(String name) {
    return test.consumer(name).consumerName(name).recordAccess(RecordAccess.OWN_RECORDS).build();
  }

  @Test
  void whatCanNotWorkIsRefusedWithTheRemedy() {
    assertProblems(
        DeadLetterReplay.Builder.create(test.stack(), "Empty"),
        "code is missing. Set it before build().",
        "handler is missing. Set it before build().",
        "consumer is missing. Name at least one before build().");
    assertProblems(
        test.replay("Named").consumer("Late Bills", bills),
        "consumer 'Late Bills' is no usable name. Use lower-case letters, digits and hyphens.");
    assertProblems(
        test.replay("Twice").consumer("late-bills", bills).consumer("late-bills", bills),
        "consumer 'late-bills' is given twice. Give each its own name.");
    assertProblems(
        test.replay("Stranger").consumer("bills", bills),
        "consumer 'bills' is no consumer's name: that of Shop/Bills is 'late-bills'. Call it"
            + " 'late-bills' here.");
    IdempotencyTable other = IdempotencyTable.Builder.create(test.stack(), "OtherRecords").build();
    IdempotentConsumer apart =
        test.consumer("Apart").consumerName("apart").idempotencyTable(other.table()).build();

    assertProblems(
        test.replay("Torn").consumer("late-bills", bills).consumer("apart", apart),
        "consumer 'apart' keeps its records in another table. Make it a replay of its own.");
    assertOneProblem(
        test.replay("Long").consumer("late-bills", bills).timeout(Duration.ofMinutes(16)),
        "timeout is 960 s");
    assertThat(test.stack().getNode().tryFindChild("Long")).isNull();
  }
}
