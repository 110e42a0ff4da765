package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.dynamodb.Shop.Order;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
import dev.effectivelyonce.dynamodb.outbox.Outgoing;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.SqsConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The ids of outgoing messages, and which messages are taken. */
class OutgoingTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private static final Outgoing SHIPMENT =
      Outgoing.to("fulfilment", "shipment-ordered", "{\"orderId\":\"O-1\"}");

  private final Shop shop = new Shop(DYNAMO_DB);
  private final DynamoDbClient client = DYNAMO_DB.client();
  private String table = "";

  @BeforeEach
  void table() {
    table = DYNAMO_DB.newOutbox(client);
  }

  @AfterEach
  void close() {
    client.close();
    shop.close();
  }

  private HandlerResult sending(Delivery delivery, Outgoing... messages) {
    Outbox outbox = new Outbox(table, shop.clock);
    return HandlerResult.commit(
        Stream.of(messages)
            .reduce(
                UnitOfWork.empty(),
                (unit, message) -> unit.put(outbox.message(delivery.attempt(), message)),
                (one, other) -> other));
  }

  private SqsConsumer<Order> sender(Outgoing... messages) {
    return shop.consumer((order, delivery) -> sending(delivery, messages));
  }

  private static String messageId(IdempotencyRecord record) {
    return record.id().messageId(record.generation(), "shipment-ordered");
  }

  private List<OutboxMessage> waiting() {
    return client.scan(scan -> scan.tableName(table).consistentRead(true)).items().stream()
        .map(OutboxMessage::of)
        .toList();
  }

  @Test
  void anEventThatRunsAgainAfterItsRecordWasForgottenSendsUnderAnotherId() {
    shop.deliver(sender(SHIPMENT), Shop.message("m-1", "O-1"));
    IdempotencyRecord first = shop.record("O-1");
    shop.store.forget(first, shop.clock.instant());

    assertThat(shop.deliver(sender(SHIPMENT), Shop.message("m-2", "O-1"))).isEmpty();

    assertThat(waiting())
        .extracting(OutboxMessage::id)
        .containsExactlyInAnyOrder(messageId(first), messageId(shop.record("O-1")))
        .doesNotHaveDuplicates();
  }

  @Test
  void aLaterAttemptOfTheSameRecordSendsUnderTheIdOfTheFirst() {
    List<String> ids = new ArrayList<>();
    SqsConsumer<Order> consumer =
        shop.consumer(
            (order, delivery) -> {
              ids.add(delivery.attempt().messageId("shipment-ordered"));
              return delivery.attempt().isFirst()
                  ? HandlerResult.retry("not yet")
                  : sending(delivery, SHIPMENT);
            });

    shop.deliver(consumer, Shop.message("m-1", "O-1"));
    shop.deliver(consumer, Shop.message("m-1", "O-1"));

    assertThat(ids).hasSize(2).allMatch(ids.getFirst()::equals);
    assertThat(waiting()).extracting(OutboxMessage::id).containsExactly(ids.getFirst());
  }

  @Test
  void everyEventAndNameMakesAnotherId() {
    shop.deliver(sender(SHIPMENT), Shop.message("m-1", "O-1"));

    shop.deliver(
        sender(SHIPMENT, Outgoing.to("fulfilment", "other", "x")), Shop.message("m-3", "O-2"));

    assertThat(waiting()).extracting(OutboxMessage::id).hasSize(3).doesNotHaveDuplicates();
  }

  @Test
  void aMessageWithoutAttributesHasNoPlaceForThem() {
    shop.deliver(sender(SHIPMENT), Shop.message("m-1", "O-1"));

    assertThat(client.scan(scan -> scan.tableName(table).consistentRead(true)).items())
        .singleElement()
        .satisfies(item -> assertThat(item).doesNotContainKey("attributes"));
  }

  static Stream<Outgoing> unsendable() {
    return Stream.of(
        Outgoing.to("fulfilment", "no name", "x"),
        Outgoing.to("https://sqs", "name", "x"),
        Outgoing.to("fulfilment", "name", ""),
        Outgoing.to("fulfilment", "name", "\u0000"),
        Outgoing.to("fulfilment", "name", "x".repeat(256 * 1024)),
        SHIPMENT.orderedBy("two words"),
        SHIPMENT.orderedBy("x".repeat(129)),
        SHIPMENT.attribute("AWS.name", "x"),
        SHIPMENT.attribute("outbox-id", "x"),
        SHIPMENT.attribute("empty", ""),
        IntStream.range(0, 10)
            .boxed()
            .reduce(SHIPMENT, (it, i) -> it.attribute("a" + i, "x"), (one, other) -> other));
  }

  @ParameterizedTest
  @MethodSource("unsendable")
  void whatNoQueueOrBusTakesFailsItsEventForGood(Outgoing unsendable) {
    assertThat(shop.deliver(sender(SHIPMENT, unsendable), Shop.message("m-1", "O-1")))
        .containsExactly("m-1");

    assertThat(shop.record("O-1").status()).isEqualTo(Status.FAILED);
    assertThat(shop.record("O-1").error().orElseThrow().text()).contains("The outgoing message");
    assertThat(waiting()).isEmpty();
  }

  /** Told where it is made: in the commit it would leave the claim until its lease ends. */
  @Test
  @SuppressWarnings("NullAway") // Others compile without it.
  void aMessageOfNullsIsRefusedInTheHandler() {
    String none = new IllegalStateException().getMessage();

    assertThatNullPointerException().isThrownBy(() -> Outgoing.to("fulfilment", "name", none));
    assertThatNullPointerException().isThrownBy(() -> SHIPMENT.attribute("tenant", none));
  }

  @Test
  void theLargestMessageIsTaken() {
    Outgoing largest = Outgoing.to("fulfilment", "n", "x".repeat(256 * 1024 - 100));

    assertThat(shop.deliver(sender(largest), Shop.message("m-1", "O-1"))).isEmpty();

    assertThat(waiting()).extracting(OutboxMessage::outgoing).containsExactly(largest);
  }
}
