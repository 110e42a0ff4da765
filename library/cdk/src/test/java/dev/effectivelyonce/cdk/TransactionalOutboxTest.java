package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TemplateReader.properties;
import static dev.effectivelyonce.cdk.TemplateReader.rights;
import static dev.effectivelyonce.cdk.TemplateReader.values;
import static dev.effectivelyonce.cdk.TestApps.zip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.sqs.Queue;

class TransactionalOutboxTest {
  private final Stack stack = new Stack(new App(), "S");

  @BeforeAll
  static void writePackage() {
    Path unused = zip(Path.of("target/outbox.zip"), TestStack.CLASSES);
  }

  private TransactionalOutbox.Builder outbox() {
    return TransactionalOutbox.Builder.create(stack, "Outbox")
        .code(Code.fromAsset("target/outbox.zip"));
  }

  private Template template() {
    outbox()
        .destination("fulfilment", Queue.Builder.create(stack, "Target").build())
        .destination("audit", EventBus.Builder.create(stack, "Audit").build())
        .build();
    return Template.fromStack(stack);
  }

  @Test
  void theStreamTellsThePublisherWhatCameAndNothingIsGivenUpBeforeTheStreamForgets() {
    Template template = template();

    assertThat(values(template, "AWS::DynamoDB::Table"))
        .contains("StreamSpecification.StreamViewType=KEYS_ONLY");
    assertThat(values(template, "AWS::Lambda::EventSourceMapping"))
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

    assertThat(values(template(), "Outbox" + role + "Function"))
        .contains("Handler=" + handler + "::handleRequest");
    assertThat(Path.of("../outbox/src/main/java", handler.replace('.', '/') + ".java")).exists();
  }

  @Test
  void aHandlerOfOnesOwnIsTaken() {
    outbox()
        .publisher("com.example.Publisher::handleRequest")
        .sweeper("com.example.Sweeper::handleRequest")
        .destination("fulfilment", Queue.Builder.create(stack, "Target").build())
        .build();
    Template template = Template.fromStack(stack);

    for (String role : List.of("Publisher", "Sweeper")) {
      assertThat(values(template, "Outbox" + role + "Function"))
          .contains("Handler=com.example." + role + "::handleRequest");
    }
  }

  @Test
  void bothFunctionsLearnOfTheDestinationsAndMaySendThere() {
    Template template = template();

    for (String function : List.of("OutboxPublisher", "OutboxSweeper")) {
      assertThat(properties(template, function + "Function"))
          .contains("EFFECTIVELY_ONCE_DESTINATION_fulfilment={Ref=Target")
          .contains("EFFECTIVELY_ONCE_DESTINATION_audit={Fn::GetAtt=[Audit")
          .contains("EFFECTIVELY_ONCE_OUTBOX_TABLE={Ref=OutboxTable")
          .contains("EFFECTIVELY_ONCE_OUTBOX_SWEPT_AFTER=PT10M");
      assertThat(rights(template, function + "Role"))
          .contains("Target sqs:SendMessage", "Audit events:PutEvents");
    }
  }

  @Test
  void theSweeperComesEveryFiveMinutesAndRingsWhenItDoesNot() {
    Template template = template();

    assertThat(values(template, "AWS::Events::Rule"))
        .contains("ScheduleExpression=rate(5 minutes)");
    assertThat(properties(template, "OutboxSweeperStoppedAlarm"))
        .contains(
            "MetricName=Errors", "Period=300", "DatapointsToAlarm=3", "TreatMissingData=breaching");
    assertThat(properties(template, "OutboxSweeperLiveEventInvokeConfig"))
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
    assertThat(properties(template(), "Outbox" + alarm))
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
    Template template = template();

    template.resourceCountIs("AWS::CloudWatch::Alarm", OutboxAlarm.values().length + 1);
    Map.of(
            "OldestMessageAlarmfulfilment", "fulfilment",
            "OldestMessageAlarmaudit", "audit",
            "UnknownDestinationAlarm", "(unknown)")
        .forEach(
            (alarm, destination) ->
                assertThat(properties(template, "Outbox" + alarm))
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
    TransactionalOutbox.Builder empty = TransactionalOutbox.Builder.create(stack, "Empty");

    assertThatThrownBy(empty::build)
        .hasMessageContaining("code is missing")
        .hasMessageContaining("destination is missing");
  }

  @Test
  void destinationsThatCanNotBeToldApartOrNamedAreRefused() {
    Queue queue = Queue.Builder.create(stack, "Target").build();
    TransactionalOutbox.Builder wrong =
        outbox()
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
