package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertOneProblem;
import static dev.effectivelyonce.cdk.TestStack.assertProblems;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.kinesis.Stream;

class DeadLetterReplayTest extends StackTest {
  private IdempotentConsumer bills;

  @Override
  void fill() {
    bills = test.consumer("Bills").consumerName("late-bills").build();
    test.replay("Night").consumer("late-bills", bills).alarmAction(test.telling("Topic")).build();
  }

  @Test
  void itIsAPlainFunctionThatMayTakeItsTime() {
    assertThat(values("NightFunction"))
        .contains(
            "Handler=shop.Replay::handleRequest",
            "Runtime=java25",
            "Architectures=[arm64]",
            "Timeout=900",
            "MemorySize=1024",
            "LoggingConfig.LogGroup={Ref=NightLogs}")
        .noneMatch(it -> it.startsWith("SnapStart"));
    template.resourceCountIs("AWS::Lambda::Alias", 1);
    template.resourceCountIs("AWS::Lambda::EventSourceMapping", 1);
  }

  @Test
  void itIsToldTheTableTheQueuesAndTheLifeOfRecords() {
    assertThat(properties("NightFunction"))
        .contains(
            "EFFECTIVELY_ONCE_TABLE={Ref=RecordsTable}",
            "LATE_BILLS_QUEUE_URL={Ref=BillsQueue}",
            "LATE_BILLS_DEAD_LETTER_QUEUE_URL={Ref=BillsDeadLetterQueue}",
            "LATE_BILLS_RETENTION=PT456H");
  }

  @Test
  void itMayMoveDeadLettersAndReopenRecordsAndNoMore() {
    assertThat(rights("NightRole"))
        .containsExactlyInAnyOrder(
            "RecordsTable dynamodb:GetItem",
            "RecordsTable dynamodb:UpdateItem",
            "BillsDeadLetterQueue sqs:ReceiveMessage",
            "BillsDeadLetterQueue sqs:DeleteMessage",
            "BillsDeadLetterQueue sqs:ChangeMessageVisibility",
            "BillsDeadLetterQueue sqs:GetQueueAttributes",
            "BillsDeadLetterQueue sqs:ListDeadLetterSourceQueues",
            "BillsQueue sqs:SendMessage",
            "BillsQueue sqs:GetQueueAttributes",
            "NightLogs logs:CreateLogStream",
            "NightLogs logs:PutLogEvents");
  }

  @Test
  void ofWhatIsParkedItIsToldTheFunctionAndMayInvokeThatAliasAlone(@TempDir Path directory) {
    TestStack other = TestStack.in(directory);
    IdempotentStreamConsumer clicks =
        other.stream("Clicks").consumerName("late-clicks").stream(
                Stream.Builder.create(other.stack(), "Stream").build())
            .build();
    other.replay("Night").consumer("late-clicks", clicks).build();
    Template parked = Template.fromStack(other.stack());

    assertThat(TemplateReader.properties(parked, "NightFunction"))
        .contains(
            "LATE_CLICKS_PARKING_QUEUE_URL={Ref=ClicksParkingQueue}",
            "LATE_CLICKS_FUNCTION={Ref=ClicksLive}",
            "LATE_CLICKS_CONSUMER=late-clicks");
    assertThat(TemplateReader.rights(parked, "NightRole"))
        .containsExactlyInAnyOrder(
            "RecordsTable dynamodb:GetItem",
            "RecordsTable dynamodb:UpdateItem",
            "ClicksParkingQueue sqs:ReceiveMessage",
            "ClicksParkingQueue sqs:DeleteMessage",
            "ClicksParkingQueue sqs:ChangeMessageVisibility",
            "ClicksParkingQueue sqs:GetQueueAttributes",
            "ClicksLive lambda:InvokeFunction",
            "NightLogs logs:CreateLogStream",
            "NightLogs logs:PutLogEvents");
  }

  @Test
  void aReplayThatFailsRingsAtOnceAndTellsWhoIsToBeTold() {
    assertThat(properties("NightErrorsAlarm"))
        .contains(
            "MetricName=Errors",
            "Threshold=1",
            "EvaluationPeriods=1",
            "FunctionName, Value={Ref=NightFunction}",
            "AlarmActions=[{Ref=Topic}]",
            "AlarmDescription=Shop/Night: a replay ended with an error."
                + " See docs/operations.md#replay-errors");
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
        test.replay("Mixed").consumer("late-bills", bills).consumer("apart", apart),
        "consumer 'apart' keeps its records in another table. Make it a replay of its own.");
    assertOneProblem(
        test.replay("Long").consumer("late-bills", bills).timeout(Duration.ofMinutes(16)),
        "timeout is 960 s");
    assertThat(test.stack().getNode().tryFindChild("Long")).isNull();
  }
}
