package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.dynamodb.Shop.Order;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.SqsConsumer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An outage on DynamoDB Local and ElasticMQ, in moved time, with a consumer's default settings and
 * the shortest waits that chance can draw.
 */
class OutageOnTheEnginesTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private static final Duration SURVIVED = Duration.ofMinutes(30);
  private static final int RECEIVES =
      Backoff.standard().within(MovedQueue.VISIBILITY_TIMEOUT).receivesFor(SURVIVED).orElseThrow();

  /** What is out of order. */
  enum Trouble {
    STORE,
    HANDLER,
    READING
  }

  private final Shop shop = new Shop(DYNAMO_DB);
  private final List<String> shipped = Collections.synchronizedList(new ArrayList<>());
  private Trouble trouble = Trouble.STORE;
  private Instant over = Instant.MAX;

  @AfterEach
  void close() {
    shop.close();
  }

  @ParameterizedTest
  @EnumSource
  void aStandardQueueSurvivesHalfAnHour(Trouble outOfOrder) {
    try (MovedQueue queue = new MovedQueue(shop.clock, "", RECEIVES)) {
      Stream.of("O-1", "O-2", "O-1", "O-3").forEach(order -> queue.send(body(order)));
      begin(outOfOrder, SURVIVED);

      queue.play(consumer(queue));

      assertThat(queue.deadLetters()).isEmpty();
      assertThat(queue.depth()).isZero();
      assertThat(shipped).containsExactlyInAnyOrder("O-1", "O-2", "O-3");
      assertThat(shop.clock.instant()).isAfterOrEqualTo(over);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyGroupSurvivesHalfAnHourInItsOrder(Trouble outOfOrder) {
    try (MovedQueue queue = new MovedQueue(shop.clock, ".fifo", RECEIVES)) {
      Stream.of("A-1", "B-1", "A-2", "A-3", "B-2").forEach(order -> sendInGroup(queue, order));
      begin(outOfOrder, SURVIVED);

      queue.play(consumer(queue));

      assertThat(queue.deadLetters()).isEmpty();
      assertThat(queue.depth()).isZero();
      assertThat(shippedOf("A")).containsExactly("A-1", "A-2", "A-3");
      assertThat(shippedOf("B")).containsExactly("B-1", "B-2");
      assertThat(shop.clock.instant()).isAfterOrEqualTo(over);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anOutageOfTwoHoursIsTooLong(Trouble outOfOrder) {
    try (MovedQueue queue = new MovedQueue(shop.clock, "", RECEIVES)) {
      queue.send(body("O-1"));
      begin(outOfOrder, Duration.ofHours(2));
      Instant survived = shop.clock.instant().plus(SURVIVED);

      queue.play(consumer(queue));

      assertThat(queue.deadLetters()).containsExactly(body("O-1"));
      assertThat(queue.depth()).isZero();
      assertThat(shipped).isEmpty();
      assertThat(shop.clock.instant()).isBetween(survived, over);
    }
  }

  private void begin(Trouble outOfOrder, Duration outage) {
    over = shop.clock.instant().plus(outage);
    trouble = outOfOrder;
    shop.proxy.failWhile(() -> isOut(Trouble.STORE));
  }

  private boolean isOut(Trouble part) {
    return part == trouble && shop.clock.instant().isBefore(over);
  }

  private void check(Trouble part) {
    if (isOut(part)) {
      throw new IllegalStateException("out of order");
    }
  }

  private SqsConsumer<Order> consumer(MovedQueue queue) {
    Platform system = Platform.system();
    return shop.builder(this::key, this::ship)
        .settings(
            LambdaSettings.from(
                Map.of(
                    EnvironmentVariables.TABLE,
                    "records",
                    EnvironmentVariables.RETENTION,
                    "P19D",
                    EnvironmentVariables.MAX_RECEIVE_COUNT,
                    Integer.toString(RECEIVES),
                    EnvironmentVariables.SURVIVES_OUTAGE_OF,
                    SURVIVED.toString())))
        .visibility(queue.visibility())
        .platform(new Platform(shop.clock, system.owners(), () -> 0L, shop.clock::advance))
        .build();
  }

  private String key(Order order) {
    check(Trouble.READING);
    return order.orderId();
  }

  private HandlerResult ship(Order order, Delivery delivery) {
    check(Trouble.HANDLER);
    shipped.add(order.orderId());
    return HandlerResult.completed();
  }

  private List<String> shippedOf(String group) {
    return shipped.stream().filter(order -> order.startsWith(group)).toList();
  }

  private static void sendInGroup(MovedQueue queue, String order) {
    queue.send(order.substring(0, 1), body(order));
  }

  private static String body(String order) {
    return "{\"orderId\":\"%s\"}".formatted(order);
  }
}
