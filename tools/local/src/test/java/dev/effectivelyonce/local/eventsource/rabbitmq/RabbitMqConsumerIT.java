package dev.effectivelyonce.local.eventsource.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.engines.Engines;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.lambda.FunctionInvoker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.sqs.model.Message;

/** A consumer in a process of its own, behind a real broker, with its table and its queue. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RabbitMqConsumerIT {
  private static final String REGION = "eu-central-1";
  static final String RECORDS = "Records";
  private static final Duration WINDOW = Duration.ofSeconds(5);

  private RabbitMqQueues broker;
  private Engines engines;
  private OrdersProcesses processes;
  private String parking;
  private final AtomicInteger invocations = new AtomicInteger();

  @BeforeAll
  void startEngines() {
    broker = new RabbitMqQueues();
    engines = Engines.start(REGION);
  }

  @AfterAll
  void closeEngines() {
    engines.close();
    broker.close();
  }

  @BeforeEach
  void createTables(@TempDir Path folder) {
    processes = new OrdersProcesses(engines.endpoints(), REGION, folder.resolve("starts"));
    invocations.set(0);
    parking =
        engines.sqs().createQueue(it -> it.queueName(folder.getFileName().toString())).queueUrl();
    createTable(RECORDS);
    createTable(OrdersFunction.EFFECTS);
  }

  @AfterEach
  void deleteTables() {
    broker.stopSources();
    engines.dynamoDb().deleteTable(it -> it.tableName(RECORDS));
    engines.dynamoDb().deleteTable(it -> it.tableName(OrdersFunction.EFFECTS));
  }

  @Test
  void ofAHundredWithAPoisonEachRunsOnceAndThePoisonIsParkedOnce() {
    String queue = published(100, "poison");

    broker.start(RabbitMqQueues.mapping(queue, 100, WINDOW), processes.process(parking));
    awaitEffects(99);

    awaitParked(1);
    broker.awaitDone(queue);
    assertThat(processes.started()).hasSize(100).doesNotHaveDuplicates();
    assertEachOnce(99);
  }

  @Test
  void aProcessThatIsKilledInTheMiddleOfABatchRepeatsNoEffect() {
    String queue = published(40, "poison");
    FunctionInvoker function = processes.process(parking);

    broker.start(
        RabbitMqQueues.mapping(queue, 40, WINDOW),
        event ->
            invocations.incrementAndGet() <= 2
                ? processes.killed(event, parking, 7)
                : function.invoke(event));
    awaitEffects(39);

    awaitParked(1);
    broker.awaitDone(queue);
    assertThat(invocations.get()).isGreaterThanOrEqualTo(3);
    assertEachOnce(39);
  }

  @Test
  void aBrokerThatIsKilledInTheMiddleOfABatchRepeatsNoEffect() {
    String queue = published(40, "poison");
    broker.engine().writeQueues();
    FunctionInvoker function = processes.process(parking);

    broker.start(
        RabbitMqQueues.mapping(queue, 40, WINDOW),
        event -> {
          if (invocations.incrementAndGet() == 1) {
            broker.engine().kill();
          }
          return function.invoke(event);
        });
    awaitEffects(39);
    broker.engine().restart();

    // All were done when the broker died, so that the poison alone is parked again, as one.
    Await.until("the batch comes again", () -> invocations.get() >= 2);
    Await.until("it is done", () -> parkedIds().size() == 2);
    broker.awaitDone(queue);
    assertThat(parkedIds().stream().distinct()).hasSize(1);
    assertEachOnce(39);
    assertThat(processes.started()).hasSize(40);
  }

  @Test
  void whatCanNotBeParkedStaysInTheQueueAndIsParkedLater() {
    String queue = published(10, "poison");
    FunctionInvoker function = processes.process(parking);
    FunctionInvoker withoutParking = processes.process(parking + "-that-is-away");

    broker.start(
        RabbitMqQueues.mapping(queue, 10, WINDOW),
        event ->
            invocations.incrementAndGet() <= 2
                ? withoutParking.invoke(event)
                : function.invoke(event));
    awaitParked(1);

    broker.awaitDone(queue);
    assertThat(invocations.get()).isEqualTo(3);
    assertThat(processes.started()).hasSize(10).doesNotHaveDuplicates();
    assertEachOnce(9);
    assertThat(broker.ready(RabbitMqQueues.deadLettersOf(queue))).isZero();
  }

  /** Publishes so many orders, of which the last one is a poison. */
  private String published(int messages, String last) {
    String queue = broker.quorum(60);
    broker.publish(
        queue,
        IntStream.range(0, messages)
            .mapToObj(it -> it == messages - 1 ? last : "order-" + it)
            .map("{\"id\":\"%s\"}"::formatted)
            .toArray(String[]::new));
    return queue;
  }

  private void createTable(String name) {
    engines
        .dynamoDb()
        .createTable(
            it ->
                it.tableName(name)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .keySchema(
                        KeySchemaElement.builder()
                            .attributeName("id")
                            .keyType(KeyType.HASH)
                            .build())
                    .attributeDefinitions(
                        AttributeDefinition.builder()
                            .attributeName("id")
                            .attributeType(ScalarAttributeType.S)
                            .build()));
  }

  private void awaitEffects(int count) {
    Await.until(count + " effects", () -> effects().size() == count);
  }

  private void assertEachOnce(int count) {
    assertThat(effects())
        .hasSize(count)
        .allSatisfy((id, times) -> assertThat(times).isEqualTo("1"));
  }

  private Map<String, String> effects() {
    DynamoDbClient dynamoDb = engines.dynamoDb();
    return dynamoDb.scan(it -> it.tableName(OrdersFunction.EFFECTS)).items().stream()
        .collect(Collectors.toMap(it -> present(it, "id").s(), it -> present(it, "times").n()));
  }

  private void awaitParked(int count) {
    Await.until(count + " parked", () -> parkedIds().size() == count);
  }

  private static <T> T present(Map<String, T> values, String name) {
    return Objects.requireNonNull(values.get(name), name);
  }

  private List<String> parkedIds() {
    // ElasticMQ shows messages again at once.
    return engines
        .sqs()
        .receiveMessage(
            it ->
                it.queueUrl(parking)
                    .maxNumberOfMessages(10)
                    .visibilityTimeout(0)
                    .messageAttributeNames("All"))
        .messages()
        .stream()
        .collect(Collectors.toMap(Message::messageId, Function.identity(), (one, other) -> one))
        .values()
        .stream()
        .map(it -> present(it.messageAttributes(), "parkedId").stringValue())
        .toList();
  }
}
