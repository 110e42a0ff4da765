package dev.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.outbox.OutboxBacklog;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.metrics.MetricLine;
import dev.effectivelyonce.postgres.LocalPostgres;
import dev.effectivelyonce.postgres.PostgresBacklog;
import dev.effectivelyonce.postgres.PostgresOutbox;
import dev.effectivelyonce.postgres.PostgresSchema;
import dev.effectivelyonce.postgres.PostgresSchema.Use;
import dev.effectivelyonce.postgres.SqlWork;
import dev.effectivelyonce.sqs.LocalSqs;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** Two publishers of the code that docs/outbox-postgres.md shows feed a FIFO queue. */
class BacklogPageTest {
  private final JsonMapper json = new JsonMapper();
  private final Clock clock = Platform.system().clock();
  private final PostgresOutbox outbox = new PostgresOutbox(clock);
  private final BacklogRig rig = new BacklogRig();
  private final FifoQueue queue = FifoQueue.create();
  private final DestinationClients clients =
      new DestinationClients(
          LocalSqs::client,
          () -> {
            throw new AssertionError("There is no bus");
          });
  private final OutboxObserver metrics =
      OutboxMetrics.ofSweeper(MetricLine.toStandardOutput("worker"), clock);

  SqlWork packed(Attempt attempt, String orderId, String customerId) {
    String body = json.createObjectNode().put("orderId", orderId).toString();
    OutgoingMessage shipment =
        OutgoingMessage.to("fulfilment", "shipment-ordered", body).orderedBy(customerId);
    return SqlWork.statement("UPDATE orders SET state = 'packed' WHERE id = ?", orderId)
        .expecting(1)
        .then(outbox.message(attempt, shipment));
  }

  ScheduledFuture<?> published(ScheduledExecutorService executor, DataSource pool, String url) {
    OutboxBacklog backlog = new PostgresBacklog(pool);
    BacklogPublisher publisher =
        new BacklogPublisher(
            backlog, Map.of("fulfilment", new Destination.Queue(url)), clients, clock, metrics);
    return executor.scheduleWithFixedDelay(publisher, 0, 1, TimeUnit.SECONDS);
  }

  @Test
  void twoPublishersSendEachMessageOnceToAFifoQueueInTheOrderOfItsKey() {
    LocalPostgres.run(
        rig.source,
        "DROP TABLE IF EXISTS orders; CREATE TABLE orders (id text PRIMARY KEY, state text);"
            + " INSERT INTO orders SELECT 'o-' || i FROM generate_series(0, 29) AS i");
    PostgresSchema.require(rig.source, Use.RECORDS, Use.OUTBOX, Use.PUBLISHER);
    String url = queue.url();
    IntStream.range(0, 30)
        .forEach(i -> rig.commit("e-" + i, it -> packed(it, "o-" + i, "customer-" + i % 2)));

    List<Message> received = new ArrayList<>();
    try (ScheduledExecutorService executor = Executors.newScheduledThreadPool(2)) {
      ScheduledFuture<?> first = published(executor, rig.source, url);
      ScheduledFuture<?> second = published(executor, rig.source, url);
      while (received.size() < 30) {
        received.addAll(queue.receive());
      }
      first.cancel(false);
      second.cancel(false);
    }
    received.addAll(queue.receive());

    for (int customer = 0; customer < 2; customer++) {
      int group = customer;
      assertThat(received)
          .filteredOn(it -> group(it).equals("customer-" + group))
          .map(Message::body)
          .containsExactlyElementsOf(
              IntStream.range(0, 15)
                  .mapToObj(i -> "{\"orderId\":\"o-%s\"}".formatted(2 * i + group))
                  .toList());
    }
  }

  private static String group(Message message) {
    return String.valueOf(message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID));
  }
}
