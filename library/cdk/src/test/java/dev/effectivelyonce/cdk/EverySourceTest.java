package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ConsumerMode;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.secretsmanager.Secret;

/** What a consumer has whatever its source is: docs/sources.md says which. */
class EverySourceTest extends StackTest {
  private static final String CLUSTER = "arn:aws:kafka:eu-central-1:123456789012:cluster/shop/u-2";

  private static final String BROKER = "arn:aws:mq:eu-central-1:123456789012:broker:shop:b-1";

  private String dashboard;

  EverySourceTest() {
    super("every-source");
  }

  @Override
  void fill() {
    IdempotentConsumer standard = gradual(test.consumer("Standard")).build();
    IdempotentConsumer fifo = gradual(test.consumer("Fifo").source(QueueKind.FIFO)).build();
    IdempotentApi api = test.api("Api").build();
    EffectivelyOnceFunction function = gradual(test.function("Any")).build();
    ParkingConsumer kinesis =
        gradual(test.stream("Kinesis")).stream(
                Stream.Builder.create(test.stack(), "Source").build())
            .build();
    ParkingConsumer table = gradual(test.stream("Table")).tableStream(orders()).build();
    ParkingConsumer kafka = shipments();
    ParkingConsumer rabbit = labels();
    StuckRecordMonitor watch =
        test.watch("Watch")
            .consumer(standard)
            .consumer(fifo)
            .api(api)
            .function(function)
            .consumer(kinesis)
            .consumer(table)
            .consumer(kafka)
            .consumer(rabbit)
            .build();
    OperationsDashboard.Builder.create(test.stack(), "Operations")
        .consumer("Standard", standard)
        .consumer("Fifo", fifo)
        .api("Api", api)
        .function("Any", function)
        .consumer("Kinesis", kinesis)
        .consumer("Table", table)
        .consumer("Kafka", kafka)
        .consumer("RabbitMq", rabbit)
        .watch(watch)
        .build();
  }

  @BeforeAll
  void read() {
    dashboard = dashboard("Operations");
  }

  private ParkingConsumer shipments() {
    return gradual(test.kafka("Kafka"))
        .cluster(KafkaCluster.msk(CLUSTER))
        .topic("shipments")
        .build();
  }

  private ParkingConsumer labels() {
    return gradual(test.rabbitMq("RabbitMq"))
        .broker(
            RabbitMqBroker.amazonMq(
                BROKER,
                Secret.fromSecretCompleteArn(
                    test.stack(),
                    "Login",
                    "arn:aws:secretsmanager:eu-central-1:123456789012:secret:login-Ab12Cd")))
        .queue(RabbitMqQueue.named("labels").quorum(60).deadLetterQueue("labels.dead"))
        .build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Standard", "Fifo", "Any", "Kinesis", "Table", "Kafka", "RabbitMq"})
  void aNewVersionComesStepByStepAndGoesBackByTheAlarmsThatItCauses(String source) {
    String alarms = String.valueOf(property(source + "Deployment", "AlarmConfiguration"));

    assertThat(
            Pattern.compile(source + "([A-Za-z]+Alarm)")
                .matcher(alarms)
                .results()
                .map(it -> it.group(1)))
        .containsExactlyInAnyOrder(
            "HeldAlarm", "SupersededAlarm", "UnrecordedAlarm", "StoreFailedAlarm", "ErrorsAlarm");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Standard", "Fifo", "Any", "Kinesis", "Table", "Kafka", "RabbitMq"})
  void whatItSkipsCanBeObservedFirst(String source) {
    assertThat(properties(source + "Function")).contains("EFFECTIVELY_ONCE_MODE=OBSERVE");
    assertThat(metrics(source + ": observe mode")).containsExactly("wouldSkip");
  }

  @Test
  void anApiCanNotBeObservedSinceItsCallersRelyOnTheirKeys() {
    IdempotentApi.Builder observing = test.api("Observing").mode(ConsumerMode.OBSERVE);

    assertRefused(observing, "mode is OBSERVE: whoever sends an Idempotency-Key relies on it");
  }

  @ParameterizedTest
  @CsvSource({
    "Standard, messages, 8",
    "Fifo, messages, 8",
    "Api, requests, 6",
    "Any, events, 6",
    "Kinesis, records, 8",
    "Table, records, 8",
    "Kafka, records, 8",
    "RabbitMq, records, 8"
  })
  void theDashboardShowsWhatBecomesOfItsEventsAndItsFunction(
      String source, String events, int failures) {
    assertThat(metrics(source + ": " + events))
        .containsExactly("executed", "dedup.skip", "dedup.miss", "inFlight", "dedup.foreign");
    assertThat(metrics(source + ": failures"))
        .hasSize(failures)
        .startsWith("released", "failed", "alreadyFailed", "held", "keyReused", "notStarted");
    assertThat(metrics(source + ": claims"))
        .containsExactly("takenOver", "superseded", "storeFailed", "unrecorded");
    assertThat(metrics(source + ": errors and throttles")).containsExactly("Errors", "Throttles");
    assertThat(metrics(source + ": duration")).containsExactly("Duration", "Duration");
  }

  @ParameterizedTest
  @CsvSource({
    "Standard, queue, ApproximateNumberOfMessagesVisible ApproximateNumberOfMessagesNotVisible",
    "Standard, dead letters, ApproximateNumberOfMessagesVisible",
    "Standard, claim latency and attempt age, claimLatency claimLatency attemptAge attemptAge",
    "Standard, function, Invocations",
    "Standard, concurrency, ConcurrentExecutions",
    "Standard, oldest message, ApproximateAgeOfOldestMessage",
    "Fifo, dead letters, ApproximateNumberOfMessagesVisible",
    "Fifo, oldest message, ApproximateAgeOfOldestMessage",
    "Api, claim latency, claimLatency claimLatency",
    "Api, answers, UrlRequestCount Url4xxCount Url5xxCount",
    "Any, given up, ApproximateNumberOfMessagesVisible",
    "Any, oldest asynchronous event, AsyncEventAge",
    "Any, asynchronous events, AsyncEventsReceived AsyncEventsDropped DestinationDeliveryFailures",
    "Kinesis, parked, ApproximateNumberOfMessagesVisible",
    "Kinesis, behind, IteratorAge",
    "Kinesis, batches, Invocations",
    "Table, parked, ApproximateNumberOfMessagesVisible",
    "Table, behind, IteratorAge",
    "Table, positions that could not be given up, DestinationDeliveryFailures",
    "Kafka, parked, ApproximateNumberOfMessagesVisible",
    "Kafka, behind, OffsetLag",
    "Kafka, batches, Invocations",
    "RabbitMq, parked, ApproximateNumberOfMessagesVisible",
    "RabbitMq, behind, MessageCount shop labels",
    "RabbitMq, dead letters at the broker, MessageCount shop labels.dead",
    "RabbitMq, batches, Invocations"
  })
  void theDashboardShowsWhatWaitsAndWhatWasGivenUp(String source, String widget, String metrics) {
    assertThat(metrics(source + ": " + widget)).containsExactly(metrics.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Standard", "Fifo", "Api", "Any", "Kinesis", "Table", "Kafka", "RabbitMq"})
  void eachOfItsAlarmsShowsItsStateOnTheDashboard(String source) {
    Pattern alarm = Pattern.compile("(?:<|\\b)" + source + "([A-Za-z]+Alarm)");
    Set<String> made =
        template.findResources("AWS::CloudWatch::Alarm").keySet().stream()
            .flatMap(it -> Pattern.compile("^" + source + "([A-Za-z]+Alarm)").matcher(it).results())
            .map(it -> it.group(1))
            .collect(Collectors.toSet());

    assertThat(made).hasSizeGreaterThan(7).contains("HeldAlarm");
    assertThat(alarm.matcher(dashboard).results().map(it -> it.group(1)))
        .containsExactlyInAnyOrderElementsOf(made);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Standard", "Fifo", "Api", "Any", "Kinesis", "Table", "Kafka", "RabbitMq"})
  void theWatchLooksForItsRecordsThatAreHalfDone(String source) {
    assertThat(properties("WatchUnsettledAlarm" + source))
        .contains("MetricName=unsettled.oldest", "Value=" + source);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Kinesis", "Table", "Kafka", "RabbitMq"})
  void theWatchLooksWhetherItsSourceIsRead(String source) {
    assertThat(properties("WatchSourceStoppedAlarm" + source))
        .contains("MetricName=source.stopped", "Value=" + source);
    assertThat(metrics("Unsettled: event sources that are stopped"))
        .filteredOn("source.stopped"::equals)
        .hasSize(4);
  }

  private List<String> metrics(String title) {
    return Pattern.compile("(?=\\{\"type\":)")
        .splitAsStream(dashboard)
        .filter(widget -> widget.contains("\"title\":\"" + title + "\""))
        .flatMap(
            widget ->
                Pattern.compile("\"[A-Z][A-Za-z/]+\",\"([A-Za-z0-9.]+)\",")
                    .matcher(widget)
                    .results())
        .map(it -> it.group(1))
        .toList();
  }

  private Table orders() {
    return Table.Builder.create(test.stack(), "Orders")
        .partitionKey(Attribute.builder().name("id").type(AttributeType.STRING).build())
        .stream(StreamViewType.NEW_AND_OLD_IMAGES)
        .build();
  }

  private static <B extends IdempotentFunctionBuilder<B>> B gradual(B builder) {
    return builder
        .mode(ConsumerMode.OBSERVE)
        .gradualDeployment(LambdaDeploymentConfig.LINEAR_10_PERCENT_EVERY_1_MINUTE);
  }
}
