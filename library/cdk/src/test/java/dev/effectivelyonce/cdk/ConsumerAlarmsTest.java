package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;

@TestInstance(Lifecycle.PER_CLASS)
class ConsumerAlarmsTest {
  private IdempotentConsumer consumer;
  private Template template;

  @BeforeAll
  void synthesize(@TempDir Path directory) {
    TestStack test = TestStack.in(directory);
    consumer = test.consumer("Plain").build();
    template = Template.fromStack(test.stack());
  }

  @ParameterizedTest
  @CsvSource({
    "HeldAlarm, held",
    "SupersededAlarm, superseded",
    "UnrecordedAlarm, unrecorded",
    "KeyReusedAlarm, keyReused",
    "ForeignAlarm, dedup.foreign"
  })
  void oneDoubtfulMessageIsEnough(String alarm, String metric) {
    assertThat(alarmProperties(alarm))
        .containsAllEntriesOf(ofTheLibrary(metric))
        .containsAllEntriesOf(within(1, 1));
  }

  /** Its values come as often as a message: at the longest backoff, which is 5 minutes here. */
  @Test
  void anOldMessageThatComesBackRingsUntilNoneHasForTheLongestWait() {
    assertThat(alarmProperties("GivenBackAlarm"))
        .containsAllEntriesOf(ofTheLibrary("givenBack.oldest"))
        .containsEntry("Statistic", "Maximum")
        .containsEntry("Threshold", 900_000)
        .containsEntry("DatapointsToAlarm", 1)
        .containsEntry("EvaluationPeriods", 7);
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

  @Test
  void anUnusableStoreRingsWhenItLasts() {
    assertThat(alarmProperties("StoreFailedAlarm"))
        .containsAllEntriesOf(ofTheLibrary("storeFailed"))
        .containsAllEntriesOf(within(3, 5));
  }

  @ParameterizedTest
  @CsvSource({"ErrorsAlarm, Errors", "ThrottlesAlarm, Throttles"})
  void aFunctionThatDoesNotRunRingsWhenItLasts(String alarm, String metric) {
    assertThat(alarmProperties(alarm))
        .containsEntry("Namespace", "AWS/Lambda")
        .containsEntry("MetricName", metric)
        .containsEntry("Dimensions", List.of(dimension("FunctionName")))
        .containsAllEntriesOf(within(3, 5));
  }

  @ParameterizedTest
  @EnumSource(ConsumerAlarm.class)
  void everyAlarmSaysWhoseItIsAndWhereToReadOn(ConsumerAlarm alarm) {
    assertThat(alarmProperties(alarm.text().constructId()).get("AlarmDescription"))
        .asString()
        .matches("Shop/Plain: [^.%]+\\. See docs/operations\\.md#[a-z-]+");
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

  private Map<String, Object> alarmProperties(String alarm) {
    Map<String, Object> found = new HashMap<>();
    for (String name :
        List.of(
            "AlarmDescription",
            "Namespace",
            "MetricName",
            "Dimensions",
            "Statistic",
            "Period",
            "Threshold",
            "ComparisonOperator",
            "DatapointsToAlarm",
            "EvaluationPeriods")) {
      Object value = TemplateReader.property(template, "Plain" + alarm, name);
      if (value != null) {
        found.put(name, value);
      }
    }
    return found;
  }

  private Map<String, Object> ofTheLibrary(String metric) {
    return Map.of(
        "Namespace",
        "EffectivelyOnce",
        "MetricName",
        metric,
        "Dimensions",
        List.of(dimension("function")));
  }

  private static Map<String, Object> within(int minutes, int ofMinutes) {
    return Map.of(
        "Statistic",
        "Sum",
        "Period",
        60,
        "Threshold",
        1,
        "ComparisonOperator",
        "GreaterThanOrEqualToThreshold",
        "DatapointsToAlarm",
        minutes,
        "EvaluationPeriods",
        ofMinutes);
  }

  private Map<String, Object> dimension(String name) {
    String functionId =
        template
            .findResources("AWS::Lambda::Function", Map.of("Properties", Match.anyValue()))
            .keySet()
            .iterator()
            .next();
    return Map.of("Name", name, "Value", Map.of("Ref", functionId));
  }
}
