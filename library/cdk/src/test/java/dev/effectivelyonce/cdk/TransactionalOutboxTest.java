package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.sqs.Queue;

class TransactionalOutboxTest extends StackTest {
  @Override
  void fill() {
    outbox("Outbox")
        .destination("fulfilment", test.queue("Target"))
        .destination("audit", EventBus.Builder.create(test.stack(), "Audit").build())
        .build();
  }

  private TransactionalOutbox.Builder outbox(String id) {
    return TransactionalOutbox.Builder.create(test.stack(), id).code(test.code());
  }

  @Test
  void theStreamTellsThePublisherWhatCameAndNothingIsGivenUpBeforeTheStreamForgets() {

    assertThat(values("OutboxTable")).contains("StreamSpecification.StreamViewType=KEYS_ONLY");
    assertThat(values("AWS::Lambda::EventSourceMapping"))
        .contains(
            "BatchSize=100",
            "ParallelizationFactor=1",
            "StartingPosition=TRIM_HORIZON",
            "BisectBatchOnFunctionError=true",
            "MaximumRetryAttempts=-1",
            "MaximumRecordAgeInSeconds=72000",
            "FunctionResponseTypes=[ReportBatchItemFailures]",
            "FilterCriteria.Filters=[{Pattern={\"eventName\":[\"INSERT\"]}}]")
        .anyMatch(it -> it.startsWith("DestinationConfig.OnFailure.Destination="));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Publisher", "Sweeper"})
  void theHandlersAreTheLibrarysUnlessOthersAreNamed(String role) {
    String handler = "dev.effectivelyonce.outbox.Outbox" + role;

    assertThat(values("Outbox" + role + "Function"))
        .contains("Handler=" + handler + "::handleRequest");
    assertThat(Path.of("../outbox/src/main/java", handler.replace('.', '/') + ".java")).exists();
  }

  @Test
  void aHandlerOfOnesOwnIsTaken(@TempDir Path directory) {
    TestStack other = TestStack.in(directory);
    TransactionalOutbox.Builder.create(other.stack(), "Own")
        .code(other.code())
        .publisher("com.example.Publisher::handleRequest")
        .sweeper("com.example.Sweeper::handleRequest")
        .destination("fulfilment", other.queue("Target"))
        .build();

    Template own = Template.fromStack(other.stack());
    for (String role : List.of("Publisher", "Sweeper")) {
      assertThat(TemplateReader.values(own, "Own" + role + "Function"))
          .contains("Handler=com.example." + role + "::handleRequest");
    }
  }

  @Test
  void bothFunctionsLearnOfTheDestinationsAndMaySendThere() {

    for (String function : List.of("OutboxPublisher", "OutboxSweeper")) {
      assertThat(properties(function + "Function"))
          .contains("EFFECTIVELY_ONCE_DESTINATION_fulfilment={Ref=Target")
          .contains("EFFECTIVELY_ONCE_DESTINATION_audit={Fn::GetAtt=[Audit")
          .contains("EFFECTIVELY_ONCE_OUTBOX_TABLE={Ref=OutboxTable")
          .contains("EFFECTIVELY_ONCE_OUTBOX_SWEPT_AFTER=PT10M");
      assertThat(rights(function + "Role"))
          .contains("Target sqs:SendMessage", "Audit events:PutEvents");
    }
  }

  @Test
  void theSweeperComesEveryFiveMinutesAndRingsWhenItDoesNot() {

    assertThat(values("AWS::Events::Rule")).contains("ScheduleExpression=rate(5 minutes)");
    assertThat(properties("OutboxSweeperStoppedAlarm"))
        .contains(
            "MetricName=Errors", "Period=300", "DatapointsToAlarm=3", "TreatMissingData=breaching");
    assertThat(properties("OutboxSweeperLiveEventInvokeConfig"))
        .contains("MaximumRetryAttempts=0", "MaximumEventAgeInSeconds=300", "Qualifier=");
  }

  /** The sweeper writes it every five minutes; between two values the state stays. */
  @ParameterizedTest
  @CsvSource({
    "DeadLetterAlarm, ApproximateNumberOfMessagesVisible, DeadLetterQueue, 1, 1",
    "BehindAlarm, IteratorAge, PublisherFunction, 300000, 1",
    "PublisherErrorsAlarm, Errors, PublisherFunction, 1, 3",
    "SweeperErrorsAlarm, Errors, SweeperFunction, 1, 1"
  })
  void whatWasGivenUpIsLateOrFailsRings(
      String alarm, String metric, String of, long threshold, int minutes) {
    assertThat(properties("Outbox" + alarm))
        .contains(
            "MetricName=" + metric,
            "Outbox" + of,
            "Period=60",
            "Threshold=" + threshold,
            "DatapointsToAlarm=" + minutes,
            "TreatMissingData=notBreaching");
  }

  @Test
  void theOldestMessageRingsByDestinationUntilTheSweeperSaysOtherwise() {

    template.resourceCountIs("AWS::CloudWatch::Alarm", OutboxAlarm.values().length + 1);
    Map.of(
            "OldestMessageAlarmfulfilment", "fulfilment",
            "OldestMessageAlarmaudit", "audit",
            "UnknownDestinationAlarm", "(unknown)")
        .forEach(
            (alarm, destination) ->
                assertThat(properties("Outbox" + alarm))
                    .contains(
                        "MetricName=outbox.oldest,",
                        "{Name=destination, Value=" + destination + "}, {Name=function, Value=",
                        "Period=300,",
                        "EvaluationPeriods=1,",
                        "Threshold=1800000,",
                        "TreatMissingData=ignore"));
  }

  @Test
  void anOutboxWithoutWhatItNeedsIsRefused() {
    TransactionalOutbox.Builder empty = TransactionalOutbox.Builder.create(test.stack(), "Empty");

    assertThatThrownBy(empty::build)
        .hasMessageContaining("code is missing")
        .hasMessageContaining("destination is missing");
  }

  @Test
  void destinationsThatCanNotBeToldApartOrNamedAreRefused() {
    Queue queue = test.queue("Other");
    TransactionalOutbox.Builder wrong =
        outbox("Wrong")
            .destination("twice", queue)
            .destination("twice", queue)
            .destination("with-hyphen", queue)
            .environment("EFFECTIVELY_ONCE_X", "y")
            .sweptAfter(Duration.ofSeconds(59));

    assertThatThrownBy(wrong::build)
        .hasMessageContaining("'twice' is given twice")
        .hasMessageContaining("'with-hyphen' is no usable name")
        .hasMessageContaining("EFFECTIVELY_ONCE_X is the construct's own")
        .hasMessageContaining("shorter than a minute");
  }
}
