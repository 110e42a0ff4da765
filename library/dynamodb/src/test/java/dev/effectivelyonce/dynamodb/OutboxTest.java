package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.tuple;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.dynamodb.Shop.Order;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import dev.effectivelyonce.dynamodb.outbox.OutboxMessage.Place;
import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
import dev.effectivelyonce.dynamodb.outbox.Outgoing;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.SqsConsumer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Messages that are written with the completion of their event. */
class OutboxTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private static final Outgoing SHIPMENT =
      Outgoing.to("fulfilment", "shipment-ordered", "{\"orderId\":\"O-1\"}");

  private static final long TWO_WEEKS_SECONDS = 14L * 24 * 60 * 60;

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

  private HandlerResult sending(Delivery delivery, Collection<Outgoing> messages) {
    Outbox outbox = new Outbox(table, shop.clock);
    return HandlerResult.commit(
        messages.stream()
            .reduce(
                UnitOfWork.empty(),
                (unit, message) -> unit.put(outbox.message(delivery.attempt(), message)),
                (one, other) -> other));
  }

  private SqsConsumer<Order> sender(Outgoing... messages) {
    return shop.consumer((order, delivery) -> sending(delivery, List.of(messages)));
  }

  private static String messageId(IdempotencyRecord record, String name) {
    return record.id().messageId(record.generation(), name);
  }

  @Test
  void anEventThatRunsAgainAfterItsRecordWasForgottenSendsUnderAnotherId() {
    shop.deliver(sender(SHIPMENT), Shop.message("m-1", "O-1"));
    IdempotencyRecord first = shop.record("O-1");
    shop.store.forget(first, shop.clock.instant());

    assertThat(shop.deliver(sender(SHIPMENT), Shop.message("m-2", "O-1"))).isEmpty();

    assertThat(waiting())
        .extracting(OutboxMessage::id)
        .containsExactlyInAnyOrder(
            messageId(first, "shipment-ordered"), messageId(shop.record("O-1"), "shipment-ordered"))
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
                  : sending(delivery, List.of(SHIPMENT));
            });

    shop.deliver(consumer, Shop.message("m-1", "O-1"));
    shop.deliver(consumer, Shop.message("m-1", "O-1"));

    assertThat(ids).hasSize(2).allMatch(ids.getFirst()::equals);
    assertThat(waiting()).extracting(OutboxMessage::id).containsExactly(ids.getFirst());
  }

  private List<OutboxMessage> waiting() {
    return client.scan(scan -> scan.tableName(table).consistentRead(true)).items().stream()
        .map(OutboxMessage::of)
        .toList();
  }

  @Test
  void aMessageWaitsOnceItsEventIsDone() {
    Outgoing whole = SHIPMENT.orderedBy("C-1").attribute("tenant", "blue");

    assertThat(shop.deliver(sender(whole), Shop.message("m-1", "O-1"))).isEmpty();
    assertThat(shop.deliver(sender(whole), Shop.message("m-2", "O-1"))).isEmpty();

    assertThat(waiting())
        .containsExactly(
            new OutboxMessage(
                "C-1",
                messageId(shop.record("O-1"), "shipment-ordered"),
                "orders",
                whole,
                shop.clock.instant(),
                Place.FIRST));
  }

  @Test
  void theHandlerOfThePageWritesOrderAndMessage() {
    String orders = DYNAMO_DB.newTable(client, "orderId", ScalarAttributeType.S);
    Dispatch dispatch = new Dispatch(orders, new Outbox(table, shop.clock));
    SqsConsumer<Order> consumer =
        shop.consumer(
            (order, delivery) ->
                dispatch.packed(new Dispatch.Packed(order.orderId(), "C-1"), delivery));

    assertThat(shop.deliver(consumer, Shop.message("m-1", "O-1"))).isEmpty();

    assertThat(client.scan(scan -> scan.tableName(orders)).items())
        .containsExactly(Map.of("orderId", fromS("O-1")));
    assertThat(waiting())
        .extracting(OutboxMessage::lane, it -> it.outgoing().body())
        .containsExactly(tuple("C-1", "{\"orderId\":\"O-1\"}"));
  }

  /** The stream has no order between them. The clock may go back while they are made. */
  @Test
  void messagesOfOneCommitAndOneOrderingKeyKeepTheirPlaces() {
    Outbox outbox = new Outbox(table, shop.clock);
    SqsConsumer<Order> sender =
        shop.consumer(
            (order, delivery) -> {
              UnitOfWork unit = UnitOfWork.empty();
              for (String name : List.of("z", "y", "x")) {
                unit =
                    unit.put(outbox.message(delivery.attempt(), named(name).orderedBy("C-1")))
                        .put(outbox.message(delivery.attempt(), named(name + "-alone")));
                shop.clock.advance(Duration.ofMillis(-1));
              }
              return HandlerResult.commit(unit);
            });

    assertThat(shop.deliver(sender, Shop.message("m-1", "O-1"))).isEmpty();

    List<OutboxMessage> ordered =
        waiting().stream()
            .filter(it -> it.lane().equals("C-1"))
            .sorted(OutboxMessage.BY_AGE)
            .toList();
    assertThat(ordered).extracting(it -> it.outgoing().name()).containsExactly("z", "y", "x");
    assertThat(ordered)
        .extracting(OutboxMessage::place)
        .containsExactly(
            Place.FIRST,
            new Place(1, Optional.of(ordered.get(0).id())),
            new Place(2, Optional.of(ordered.get(1).id())));
    assertThat(waiting().stream().filter(it -> it.lane().equals(it.id())))
        .hasSize(3)
        .extracting(OutboxMessage::place)
        .containsOnly(Place.FIRST);
  }

  private static Outgoing named(String name) {
    return Outgoing.to("fulfilment", name, "x");
  }

  @Test
  void messagesThatEarlierReleasesWroteAreRead() {
    assertThat(OutboxMessage.of(FrozenItem.read("outbox-1")))
        .isEqualTo(
            new OutboxMessage(
                "C-1",
                "qR1Yb0VhZ8x0yqk5mJxw3uB0sKZb8Qm0mVJ2m8yT7aQ",
                "orders",
                SHIPMENT.orderedBy("C-1").attribute("tenant", "blue"),
                Instant.ofEpochMilli(1_793_000_000_123L),
                Place.FIRST));
    assertThat(OutboxMessage.of(FrozenItem.read("outbox-1-placed")).place())
        .isEqualTo(new Place(2, Optional.of("qR1Yb0VhZ8x0yqk5mJxw3uB0sKZb8Qm0mVJ2m8yT7aQ")));
  }

  @Test
  void aMessageWithoutAnOrderingKeyIsALaneOfItsOwn() {
    assertThat(shop.deliver(sender(SHIPMENT), Shop.message("m-1", "O-1"))).isEmpty();

    assertThat(waiting())
        .singleElement()
        .satisfies(it -> assertThat(it.lane()).isEqualTo(it.id()))
        .satisfies(it -> assertThat(it.outgoing()).isEqualTo(SHIPMENT));
  }

  @Test
  void noMessageWaitsWhereTheProcessDiesBeforeTheCommitAndOneWhereTheNextAttemptCommits() {
    SqsConsumer<Order> dying =
        shop.consumer(
            (order, delivery) -> {
              sending(delivery, List.of(SHIPMENT));
              throw new IllegalStateException("Its process dies");
            });

    assertThat(shop.deliver(dying, Shop.message("m-1", "O-1"))).containsExactly("m-1");
    assertThat(waiting()).isEmpty();
    shop.clock.advance(Shop.LEASE.plusSeconds(1));
    assertThat(shop.deliver(sender(SHIPMENT), Shop.message("m-1", "O-1"))).isEmpty();

    assertThat(waiting()).hasSize(1);
  }

  @Test
  void noMessageOfAZombieWaits() {
    SqsConsumer<Order> zombie =
        shop.consumer(
            (order, delivery) -> {
              shop.clock.advance(Shop.LEASE.plusSeconds(1));
              shop.deliver(sender(SHIPMENT), Shop.message("m-1", "O-1"));
              return sending(
                  delivery, List.of(Outgoing.to("fulfilment", "of-a-zombie", "too late")));
            });

    assertThat(shop.deliver(zombie, Shop.message("m-1", "O-1"))).containsExactly("m-1");

    assertThat(waiting()).extracting(it -> it.outgoing().name()).containsOnly("shipment-ordered");
  }

  @Test
  void everyEventAndNameMakesAnotherId() {
    shop.deliver(sender(SHIPMENT), Shop.message("m-1", "O-1"));

    shop.deliver(
        sender(SHIPMENT, Outgoing.to("fulfilment", "other", "x")), Shop.message("m-3", "O-2"));

    assertThat(waiting()).extracting(OutboxMessage::id).hasSize(3).doesNotHaveDuplicates();
  }

  @Test
  void twoMessagesOfOneNameAreRefusedAndNothingIsWritten() {
    SqsConsumer<Order> sender = sender(SHIPMENT, SHIPMENT.attribute("copy", "yes"));

    assertThat(shop.deliver(sender, Shop.message("m-1", "O-1"))).containsExactly("m-1");

    assertThat(refusal()).contains("two messages of one name in the outbox", "give each its own");
    assertThat(waiting()).isEmpty();
  }

  /** They would have one id, and a FIFO queue, or the receiver, drops the second. */
  @Test
  void twoMessagesOfOneNameAreRefusedWhateverTheirOrderingKeys() {
    SqsConsumer<Order> sender = sender(SHIPMENT.orderedBy("C-1"), SHIPMENT.orderedBy("C-2"));

    assertThat(shop.deliver(sender, Shop.message("m-1", "O-1"))).containsExactly("m-1");

    assertThat(refusal()).contains("two messages of one name in the outbox", "give each its own");
    assertThat(waiting()).isEmpty();
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
    assertThat(refusal()).contains("The outgoing message");
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

  private String refusal() {
    return shop.record("O-1").error().map(Object::toString).orElse("");
  }

  /** The item's format outlives this release. */
  @Test
  void theItemIsAsItWasOnTheFirstDay() {
    shop.deliver(
        sender(SHIPMENT.orderedBy("C-1").attribute("tenant", "blue")), Shop.message("m", "O-1"));

    long nowSeconds = shop.clock.instant().getEpochSecond();
    assertThat(client.scan(scan -> scan.tableName(table)).items())
        .containsExactly(
            Map.ofEntries(
                Map.entry("lane", fromS("C-1")),
                Map.entry("id", fromS(messageId(shop.record("O-1"), "shipment-ordered"))),
                Map.entry("consumer", fromS("orders")),
                Map.entry("destination", fromS("fulfilment")),
                Map.entry("name", fromS("shipment-ordered")),
                Map.entry("body", fromS("{\"orderId\":\"O-1\"}")),
                Map.entry("ordering_key", fromS("C-1")),
                Map.entry("attributes", fromM(Map.of("tenant", fromS("blue")))),
                Map.entry("created_at", fromN(Long.toString(shop.clock.instant().toEpochMilli()))),
                Map.entry("expiration", fromN(Long.toString(nowSeconds + TWO_WEEKS_SECONDS))),
                Map.entry("outbox_schema", fromN("1"))));
  }
}
