package dev.effectivelyonce.worker;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;

/** What a worker refuses before it receives anything. */
class WorkerProblemsTest {
  private final LocalQueue queue = LocalQueue.standard();

  @Test
  void aQueueThatIsMissing() {
    assertRefused(worker(it -> it).queue(queue.url() + "-no"), "can't be read", "Region");
  }

  @Test
  void aQueueWithoutADeadLetterQueue() {
    String url = LocalQueue.created("plain-" + UUID.randomUUID(), Map.of(), Map.of());
    assertRefused(worker(it -> it).queue(url), "no redrive policy", "dead-letter queue");
  }

  @Test
  void anotherReceiveCountThanThatOfTheQueue() {
    assertRefused(worker(it -> it.maxReceiveCount(7)), "maxReceiveCount 7", "the same number");
  }

  @Test
  void aConsumerOfAFifoQueueThatDoesNotKnowItsReceiveCount() {
    assertRefused(
        worker(it -> it).queue(LocalQueue.fifo().url()), "does not know", "maxReceiveCount(n)");
  }

  @Test
  void aConsumerWithoutAHeartbeat() {
    assertRefused(
        SqsWorker.of(consumer().build()).queue(queue.url()).client(LocalQueue.sqs()),
        "no heartbeat",
        "heartbeat(Duration.ofMinutes(1))");
  }

  /** ElasticMQ has no such attribute. */
  @ParameterizedTest
  @CsvSource({
    "MessageRetentionPeriod, 345601, keeps messages for PT96H1S, Keep records longer",
    "VisibilityTimeout, 2, a visibility timeout of PT2S, longer than the lease margin"
  })
  void aQueueThatKeepsOrHidesMessagesForTheWrongTime(
      String name, String value, String problem, String remedy) {
    SqsClient sqs = told(name, value);
    SqsConsumerBuilder<Order> observing = consumer().mode(ConsumerMode.OBSERVE);
    assertRefused(
        SqsWorker.of(observing.retention(Duration.ofDays(4)).build())
            .queue(queue.url())
            .client(sqs),
        problem,
        remedy);
  }

  @Test
  void anAddressThatIsInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertRefused(
          worker(it -> it).health((InetSocketAddress) taken.getLocalSocketAddress()),
          "can't be used",
          "a free port");
    }
  }

  @Test
  void settingsOutOfRange() {
    assertNotBuilt(worker(it -> it).maxMessages(0), "maxMessages is 0");
    assertNotBuilt(worker(it -> it).maxBytes(0), "maxBytes is 0");
    assertNotBuilt(worker(it -> it).receivers(0), "receivers is 0");
    assertNotBuilt(worker(it -> it).grace(Duration.ofSeconds(-1)), "grace is PT-1S");
    assertNotBuilt(worker(it -> it).longPoll(Duration.ofSeconds(21)), "longPoll is PT21S");
    assertNotBuilt(worker(it -> it).longPoll(Duration.ofMillis(500)), "longPoll is PT0.5S");
    assertNotBuilt(SqsWorker.of(consumer().build()), "no queue");
  }

  @Test
  void whatTheEnvironmentSaysIsTaken() throws IOException {
    Map<String, String> environment = Map.of(EnvironmentVariables.QUEUE_URL, queue.url() + "-no");

    assertRefused(worker(it -> it).fromEnvironment(environment), queue.url() + "-no", "its URL");
    assertNotBuilt(
        worker(it -> it).fromEnvironment(with(environment, EnvironmentVariables.GRACE, "PT13H")),
        "grace is PT13H");
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = Integer.toString(taken.getLocalPort());
      assertRefused(
          worker(it -> it)
              .fromEnvironment(with(environment, EnvironmentVariables.HEALTH_PORT, port)),
          port,
          "a free port");
    }
  }

  /** As the construct does at synthesis. */
  @Test
  void anEnvironmentWithoutTimeForHandlers() {
    Map<String, String> environment =
        Map.of(EnvironmentVariables.QUEUE_URL, "u", EnvironmentVariables.GRACE, "PT0S");

    assertThatThrownBy(() -> worker(it -> it).fromEnvironment(environment))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("EFFECTIVELY_ONCE_GRACE is \"PT0S\"");
  }

  @ParameterizedTest
  @CsvSource({"0", "65536", "http"})
  void aPortThatIsNone(String port) {
    Map<String, String> environment =
        Map.of(EnvironmentVariables.QUEUE_URL, "u", EnvironmentVariables.HEALTH_PORT, port);

    assertThatThrownBy(() -> worker(it -> it).fromEnvironment(environment))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("EFFECTIVELY_ONCE_HEALTH_PORT is \"" + port + "\"");
  }

  @Test
  void anEnvironmentWithoutAQueue() {
    assertThatThrownBy(() -> worker(it -> it).fromEnvironment(Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("EFFECTIVELY_ONCE_QUEUE_URL is missing");
  }

  private static Map<String, String> with(Map<String, String> all, String name, String value) {
    Map<String, String> more = new HashMap<>(all);
    more.put(name, value);
    return more;
  }

  private static void assertNotBuilt(SqsWorkerBuilder worker, String problem) {
    assertThatThrownBy(worker::build)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(problem);
  }

  private static void assertRefused(SqsWorkerBuilder built, String problem, String remedy) {
    try (SqsWorker worker = built.build()) {
      assertThatThrownBy(worker::start)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(problem)
          .hasMessageContaining(remedy);
    }
  }

  private SqsWorkerBuilder worker(UnaryOperator<SqsConsumerBuilder<Order>> with) {
    return SqsWorker.of(with.apply(consumer()).heartbeat(Duration.ofMinutes(1)).build())
        .queue(queue.url())
        .client(LocalQueue.sqs());
  }

  private static SqsConsumerBuilder<Order> consumer() {
    return SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId)))
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(new InMemoryStore())
        .retention(Duration.ofDays(19))
        .handler((order, delivery) -> HandlerResult.completed());
  }

  /** A client to which the queue has another attribute. */
  private static SqsClient told(String name, String value) {
    return new SqsClient() {
      @Override
      public GetQueueAttributesResponse getQueueAttributes(GetQueueAttributesRequest request) {
        GetQueueAttributesResponse real = LocalQueue.sqs().getQueueAttributes(request);
        Map<String, String> changed = new HashMap<>(real.attributesAsStrings());
        changed.put(name, value);
        return real.toBuilder().attributesWithStrings(changed).build();
      }

      @Override
      public String serviceName() {
        return LocalQueue.sqs().serviceName();
      }

      @Override
      public void close() {}
    };
  }
}
