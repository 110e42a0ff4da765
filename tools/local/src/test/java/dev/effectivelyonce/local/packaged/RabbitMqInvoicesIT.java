package dev.effectivelyonce.local.packaged;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.effectivelyonce.local.engines.BrokerAddress;
import dev.effectivelyonce.local.engines.RabbitMqEngine;
import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.eventsource.rabbitmq.RabbitMqQueues;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.PackagedStack;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.replay.ReplayReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** The packaged function of invoices on its synthesized stack, behind a broker of RabbitMQ. */
class RabbitMqInvoicesIT {
  private static final String QUEUE = "invoices";
  private static final Sent LAST = invoice("i-last", "c-last", 1, "");

  /** What is published: a body and the fault that it asks for, if any. */
  private record Sent(String body, String fault) {}

  /** What a customer owes, by how many invoices. */
  private record Balance(String cents, String invoices) {}

  @Test
  void eachInvoiceIsOwedOnceThoughCopiesComeAndProcessesDie(@TempDir Path work) throws Exception {
    try (LocalSystem system = LocalSystem.start(PackagedStack.invoices(work));
        Connection connection = connection(system)) {
      system.warmUp();
      publish(
          connection,
          invoice("i-1", "c-1", 100, ""),
          invoice("i-2", "c-1", 20, "crash-before-effect"),
          invoice("i-1", "c-1", 100, ""),
          invoice("i-3", "c-2", 3_000, "crash-after-effect"),
          invoice("i-4", "c-2", 400, "fail-retryable"),
          invoice("i-4", "c-2", 400, ""),
          invoice("i-5", "c-3", 7, "fail-permanent!"),
          new Sent("not JSON", ""),
          invoice("i-6", "c-3", 9, ""));

      system.startEventSources(InvocationListener.NONE);
      Map<String, Balance> owed =
          Map.of(
              "c-1", new Balance("120", "2"),
              "c-2", new Balance("3400", "2"),
              "c-3", new Balance("9", "1"));
      Await.until("all are owed", () -> balances(system).equals(owed));
      Await.until("both are parked", () -> PackagedStack.parked(system, "Invoices").size() == 2);
      awaitAcknowledged(system, connection);

      Map<String, Balance> afterAll = new HashMap<>(owed);
      afterAll.put("c-last", new Balance("1", "1"));
      assertThat(balances(system)).isEqualTo(afterAll);
      assertThat(PackagedStack.parked(system, "Invoices"))
          .hasSize(2)
          .allSatisfy(
              message ->
                  assertThat(message.messageAttributes())
                      .extractingByKey("partition")
                      .returns("invoices::/", MessageAttributeValue::stringValue));
      assertThat(taken(connection, "invoices.dead")).isEmpty();
    }
  }

  @Test
  void aParkedInvoiceGoesBackToItsPackagedFunctionAndIsOwedOnce(@TempDir Path work)
      throws Exception {
    try (LocalSystem system = LocalSystem.start(PackagedStack.invoices(work));
        Connection connection = connection(system)) {
      system.warmUp();
      publish(
          connection,
          invoice("i-1", "c-1", 100, "fail-permanent"),
          invoice("i-2", "c-1", 20, ""),
          new Sent("not JSON", ""));
      system.startEventSources(InvocationListener.NONE);
      Await.until("both are parked", () -> PackagedStack.parked(system, "Invoices").size() == 2);
      awaitAcknowledged(system, connection);
      assertThat(balances(system)).containsEntry("c-1", new Balance("20", "1"));

      ReplayReport first = replay(system);
      ReplayReport second = replay(system);

      assertThat(first.counts().decisions())
          .isEqualTo(Map.of("REOPEN", 1, "SEND", 1, "CAME_BACK", 1));
      assertThat(second.counts().decisions()).isEqualTo(Map.of("SEND", 1, "CAME_BACK", 1));
      assertThat(balances(system)).containsEntry("c-1", new Balance("120", "2"));
      assertThat(PackagedStack.parked(system, "Invoices")).hasSize(1);
    }
  }

  @Test
  void aBrokerThatIsNamedIsReadAndWhereItIsKilledMidwayNothingIsOwedTwice(@TempDir Path work)
      throws Exception {
    try (RabbitMqEngine engine = RabbitMqEngine.start()) {
      BrokerAddress address =
          BrokerAddress.of("amqp://guest:guest@127.0.0.1:" + engine.connections().getPort());
      try (Connection connection = engine.connections().newConnection();
          Channel channel = connection.createChannel()) {
        channel.queueDeclare(QUEUE, true, false, false, Map.of("x-queue-type", "quorum"));
        publish(
            connection,
            IntStream.range(0, 40)
                .mapToObj(number -> invoice("i-" + number, "c-1", 10, "slow:200"))
                .toArray(Sent[]::new));
      }
      engine.writeQueues();

      try (LocalSystem system =
          LocalSystem.start(PackagedStack.invoices(work).withBroker(address))) {
        system.startEventSources(InvocationListener.NONE);
        Await.until("one is owed", () -> balances(system).containsKey("c-1"));
        engine.kill();
        engine.restart();

        try (Connection connection = engine.connections().newConnection()) {
          awaitAcknowledged(system, connection);
        }
        assertThat(balances(system)).containsEntry("c-1", new Balance("400", "40"));
        assertThat(system.broker()).contains(address);
      }
    }
  }

  private static Connection connection(LocalSystem system) throws Exception {
    return system.broker().orElseThrow().connections().newConnection();
  }

  private static Sent invoice(String id, String customer, long cents, String fault) {
    return new Sent(
        "{\"invoiceId\":\"%s\",\"customerId\":\"%s\",\"totalCents\":%s}"
            .formatted(id, customer, cents),
        fault);
  }

  private static void publish(Connection connection, Sent... messages) throws Exception {
    try (Channel channel = connection.createChannel()) {
      channel.confirmSelect();
      for (Sent message : messages) {
        Map<String, Object> headers =
            message.fault().isEmpty() ? Map.of() : Map.of("simulate", message.fault());
        BasicProperties properties =
            new BasicProperties.Builder().deliveryMode(2).headers(headers).build();
        channel.basicPublish("", QUEUE, properties, message.body().getBytes(UTF_8));
      }
      channel.waitForConfirmsOrDie(Duration.ofMinutes(5).toMillis());
    }
  }

  /**
   * Ends the reading. Batches come one by one, so that those before are over when a later message
   * has run, and that one alone may be returned by the end.
   */
  private static void awaitAcknowledged(LocalSystem system, Connection connection)
      throws Exception {
    publish(connection, LAST);
    Await.until("the last one is owed", () -> balances(system).containsKey("c-last"));
    system.stopEventSources();
    try (Channel channel = connection.createChannel()) {
      Await.until("the queue has no reader", () -> readers(channel) == 0);
    }
    assertThat(List.of(LAST.body())).containsAll(taken(connection, QUEUE));
  }

  private static long readers(Channel channel) {
    try {
      return channel.consumerCount(QUEUE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> taken(Connection connection, String queue) throws Exception {
    try (Channel channel = connection.createChannel()) {
      return RabbitMqQueues.taken(channel, queue);
    }
  }

  private static ReplayReport replay(LocalSystem system) {
    return PackagedStack.replay(system, QUEUE, "Invoices", Duration.ofDays(29));
  }

  private static Map<String, Balance> balances(LocalSystem system) {
    Map<String, Balance> balances = new HashMap<>();
    system
        .dynamoDb()
        .scan(scan -> scan.tableName(system.output("BalancesTableName")).consistentRead(true))
        .items()
        .forEach(
            row ->
                balances.put(
                    of(row, "customerId").s(),
                    new Balance(of(row, "owedCents").n(), of(row, "invoices").n())));
    return balances;
  }

  private static AttributeValue of(Map<String, AttributeValue> row, String name) {
    return Optional.ofNullable(row.get(name)).orElseThrow();
  }
}
