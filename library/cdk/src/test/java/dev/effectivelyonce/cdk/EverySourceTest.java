package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ConsumerMode;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.secretsmanager.Secret;

/** What a consumer has whatever its source is: docs/sources.md says which. */
class EverySourceTest extends GoldenStackTest {
  private static final String CLUSTER = "arn:aws:kafka:eu-central-1:123456789012:cluster/shop/u-2";

  private static final String BROKER = "arn:aws:mq:eu-central-1:123456789012:broker:shop:b-1";

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
    assertThat(
            Pattern.compile(source + "([A-Za-z]+Alarm)")
                .matcher(properties(source + "Deployment"))
                .results()
                .map(it -> it.group(1)))
        .containsExactlyInAnyOrder(
            "HeldAlarm", "SupersededAlarm", "UnrecordedAlarm", "StoreFailedAlarm", "ErrorsAlarm");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Standard", "Fifo", "Any", "Kinesis", "Table", "Kafka", "RabbitMq"})
  void whatItSkipsCanBeObservedFirst(String source) {
    assertThat(properties(source + "Function")).contains("EFFECTIVELY_ONCE_MODE=OBSERVE");
  }

  @Test
  void anApiCanNotBeObservedSinceItsCallersRelyOnTheirKeys() {
    IdempotentApi.Builder observing = test.api("Observing").mode(ConsumerMode.OBSERVE);

    assertRefused(observing, "mode is OBSERVE: whoever sends an Idempotency-Key relies on it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Standard", "Fifo", "Api", "Any", "Kinesis", "Table", "Kafka", "RabbitMq"})
  void eachOfItsAlarmsShowsItsStateOnTheDashboard(String source) {
    Pattern alarm = Pattern.compile("\\b" + source + "([A-Za-z]+Alarm)");
    String dashboard = template.findResources("AWS::CloudWatch::Dashboard").toString();
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

  @Override
  String recorded() {
    return "OperationsDashboard";
  }
}
