package dev.effectivelyonce.integration.stack;

import static software.amazon.awssdk.services.dynamodb.model.BillingMode.PAY_PER_REQUEST;
import static software.amazon.awssdk.services.dynamodb.model.KeyType.HASH;
import static software.amazon.awssdk.services.dynamodb.model.KeyType.RANGE;
import static software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType.S;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import dev.effectivelyonce.outbox.Destination;
import dev.effectivelyonce.outbox.OutboxClients;
import dev.effectivelyonce.outbox.OutboxPublisher;
import dev.effectivelyonce.outbox.OutboxSettings;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * An outbox of its own whose destination is an event bus, with a queue behind the bus. The stack
 * has none.
 */
public final class AuditBus implements AutoCloseable {
  private static final String DESTINATION = "audit";
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final Clients clients;
  private final String name;
  private final String queueUrl;
  private final OutboxPublisher publisher;
  private final Outbox outbox;

  /**
   * Makes it.
   *
   * @param name of everything in it
   */
  public AuditBus(Clients clients, String name) {
    this.clients = clients;
    this.name = name;
    this.queueUrl = clients.sqs().createQueue(it -> it.queueName(name)).queueUrl();
    String busArn = clients.eventBridge().createEventBus(it -> it.name(name)).eventBusArn();
    route();
    makeTable();
    this.outbox = new Outbox(name, Clock.systemUTC());
    this.publisher =
        new OutboxPublisher(
            new OutboxSettings(
                name, Map.of(DESTINATION, new Destination.Bus(busArn)), Duration.ofMinutes(10)),
            new OutboxClients(clients.dynamoDb(), clients::sqs, clients::eventBridge),
            Clock.systemUTC(),
            report -> {});
  }

  private void route() {
    String queueArn =
        clients
            .sqs()
            .getQueueAttributes(
                it -> it.queueUrl(queueUrl).attributeNames(QueueAttributeName.QUEUE_ARN))
            .attributes()
            .getOrDefault(QueueAttributeName.QUEUE_ARN, "");
    clients
        .eventBridge()
        .putRule(it -> it.name(name).eventBusName(name).eventPattern("{\"source\":[\"orders\"]}"));
    clients
        .eventBridge()
        .putTargets(
            it ->
                it.rule(name)
                    .eventBusName(name)
                    .targets(Target.builder().id("queue").arn(queueArn).build()));
  }

  private void makeTable() {
    clients
        .dynamoDb()
        .createTable(
            it ->
                it.tableName(name)
                    .billingMode(PAY_PER_REQUEST)
                    .attributeDefinitions(text("lane"), text("id"))
                    .keySchema(
                        KeySchemaElement.builder().attributeName("lane").keyType(HASH).build(),
                        KeySchemaElement.builder().attributeName("id").keyType(RANGE).build()));
  }

  private static AttributeDefinition text(String attribute) {
    return AttributeDefinition.builder().attributeName(attribute).attributeType(S).build();
  }

  /** Writes a message of an order and publishes it as the table's stream would tell of it. */
  public OutboxMessage publish(String orderId, String messageName, String body) {
    ConsumerName orders = new ConsumerName("orders");
    BusinessKey key = BusinessKey.of(orderId);
    Attempt attempt = new Attempt(orders, key, new AttemptId("a"), 1, Clock.systemUTC().instant());
    dev.effectivelyonce.core.outbox.OutgoingMessage outgoing =
        dev.effectivelyonce.core.outbox.OutgoingMessage.to(DESTINATION, messageName, body);
    Put put = Put.builder().applyMutation(outbox.message(attempt, outgoing)).build();
    clients.dynamoDb().putItem(it -> it.tableName(name).item(put.item()));
    OutboxMessage message = OutboxItem.message(put.item());
    tell(message);
    return message;
  }

  private void tell(OutboxMessage message) {
    String event =
        Json.text(
            Map.of(
                "Records",
                List.of(
                    Map.of(
                        "eventName",
                        "INSERT",
                        "dynamodb",
                        Map.of(
                            "SequenceNumber",
                            "1",
                            "Keys",
                            Map.of(
                                "lane", Map.of("S", message.lane()),
                                "id", Map.of("S", message.id())))))));
    try {
      publisher.handleRequest(
          new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
          new ByteArrayOutputStream(),
          new TestContext(Clock.systemUTC(), TIMEOUT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What came through the bus since the last look. */
  public List<JsonNode> arrived() {
    return clients
        .sqs()
        .receiveMessage(it -> it.queueUrl(queueUrl).maxNumberOfMessages(10))
        .messages()
        .stream()
        .map(message -> Json.read(message.body()))
        .toList();
  }

  /** How many messages wait in the outbox. */
  public int waiting() {
    return clients.dynamoDb().scan(it -> it.tableName(name).consistentRead(true)).count();
  }

  @Override
  public void close() {
    clients.dynamoDb().deleteTable(it -> it.tableName(name));
    clients.eventBridge().removeTargets(it -> it.rule(name).eventBusName(name).ids("queue"));
    clients.eventBridge().deleteRule(it -> it.name(name).eventBusName(name));
    clients.eventBridge().deleteEventBus(it -> it.name(name));
    clients.sqs().deleteQueue(it -> it.queueUrl(queueUrl));
  }
}
