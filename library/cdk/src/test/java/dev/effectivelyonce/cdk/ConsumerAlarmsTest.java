package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;

class ConsumerAlarmsTest extends StackTest {
  private IdempotentConsumer consumer;

  @Override
  void fill() {
    consumer = test.consumer("Plain").build();
  }

  /** What is doubtful rings at once, what may pass when it lasts. */
  @ParameterizedTest
  @CsvSource({
    "HeldAlarm, EffectivelyOnce, held, function, 1, 1",
    "SupersededAlarm, EffectivelyOnce, superseded, function, 1, 1",
    "UnrecordedAlarm, EffectivelyOnce, unrecorded, function, 1, 1",
    "KeyReusedAlarm, EffectivelyOnce, keyReused, function, 1, 1",
    "ForeignAlarm, EffectivelyOnce, dedup.foreign, function, 1, 1",
    "StoreFailedAlarm, EffectivelyOnce, storeFailed, function, 3, 5",
    "ErrorsAlarm, AWS/Lambda, Errors, FunctionName, 3, 5",
    "ThrottlesAlarm, AWS/Lambda, Throttles, FunctionName, 3, 5"
  })
  void oneRingsInSoManyMinutes(
      String alarm, String space, String metric, String dimension, int minutes, int ofMinutes) {
    assertThat(values("Plain" + alarm))
        .contains(
            "Namespace=" + space,
            "MetricName=" + metric,
            "Dimensions=[{Name=" + dimension + ", Value={Ref=PlainFunction}}]",
            "Statistic=Sum",
            "Period=60",
            "Threshold=1",
            "ComparisonOperator=GreaterThanOrEqualToThreshold",
            "DatapointsToAlarm=" + minutes,
            "EvaluationPeriods=" + ofMinutes);
  }

  @ParameterizedTest
  @CsvSource({
    "DeadLetterAlarm, DeadLetterQueue, ApproximateNumberOfMessagesVisible, 1",
    "OldestMessageAlarm, Queue, ApproximateAgeOfOldestMessage, 900"
  })
  void aDeadLetterAndAMessageThatShouldBeDoneRing(
      String alarm, String queue, String metric, int threshold) {
    assertThat(values("Plain" + alarm))
        .contains(
            "MetricName=" + metric,
            "Dimensions=[{Name=QueueName, Value={Fn::GetAtt=[Plain" + queue + ", QueueName]}}]",
            "Statistic=Maximum",
            "Threshold=" + threshold,
            "ComparisonOperator=GreaterThanOrEqualToThreshold");
  }

  /** Its values come as often as a message: at the longest backoff, which is 5 minutes here. */
  @Test
  void anOldMessageThatComesBackRingsUntilNoneHasForTheLongestWait() {
    assertThat(values("PlainGivenBackAlarm"))
        .contains(
            "Namespace=EffectivelyOnce",
            "MetricName=givenBack.oldest",
            "Dimensions=[{Name=function, Value={Ref=PlainFunction}}]",
            "Statistic=Maximum",
            "Threshold=900000",
            "DatapointsToAlarm=1",
            "EvaluationPeriods=7");
  }

  @Test
  void aQueueOfAnotherAccountIsWatchedThere(@TempDir Path directory) {
    TestStack test = TestStack.in(directory);
    IQueue queue =
        Queue.fromQueueArn(test.stack(), "Theirs", "arn:aws:sqs:eu-central-1:111122223333:theirs");
    IQueue letters =
        Queue.fromQueueArn(test.stack(), "Dead", "arn:aws:sqs:eu-central-1:111122223333:dead");
    test.consumer("Foreign")
        .existingQueues(
            new ExistingQueues(
                queue,
                letters,
                new SourceQueueSettings(
                    QueueKind.STANDARD, Duration.ofMinutes(3), Duration.ofDays(4)),
                new DeadLetterSettings(QueueKind.STANDARD, Duration.ofDays(14), 20)))
        .build();

    for (String alarm : List.of("ForeignOldestMessageAlarm", "ForeignDeadLetterAlarm")) {
      assertThat(TemplateReader.properties(Template.fromStack(test.stack()), alarm))
          .as(alarm)
          .contains("AccountId=111122223333");
    }
  }

  @ParameterizedTest
  @EnumSource(ConsumerAlarm.class)
  void everyAlarmSaysWhoseItIsAndWhereToReadOn(ConsumerAlarm alarm) {
    assertThat(values("Plain" + alarm.text().constructId()))
        .anyMatch(
            it ->
                it.matches(
                    "AlarmDescription=Shop/Plain: [^.%]+\\. See docs/operations\\.md#[a-z-]+"));
  }

  @Test
  void noAlarmRingsForWantOfData() {
    template.allResourcesProperties(
        "AWS::CloudWatch::Alarm", Map.of("TreatMissingData", "notBreaching"));
  }

  @Test
  void anAlarmIsToBeHadByItsKind() {
    assertThat(consumer.alarm(ConsumerAlarm.HELD))
        .isEqualTo(consumer.getNode().findChild("HeldAlarm"));
  }
}
