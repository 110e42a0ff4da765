package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.SendingShop.SHIPMENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutboxMessage.Place;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.dynamodb.Shop.Order;
import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import dev.effectivelyonce.sqs.SqsConsumer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Messages that are written with the completion of their event. */
class OutboxTest {
  private static final long TWO_WEEKS_SECONDS = 14L * 24 * 60 * 60;

  private final SendingShop sending = new SendingShop();
  private final Shop shop = sending.shop;

  @Test
  void aMessageWaitsOnceItsEventIsDone() {
    OutgoingMessage whole = SHIPMENT.orderedBy("C-1").attribute("tenant", "blue");

    assertThat(shop.deliver(sending.sender(whole), Shop.message("m-1", "O-1"))).isEmpty();
    assertThat(shop.deliver(sending.sender(whole), Shop.message("m-2", "O-1"))).isEmpty();

    assertThat(sending.waiting())
        .containsExactly(
            new OutboxMessage(
                "C-1",
                sending.messageId("O-1"),
                "orders",
                whole,
                shop.clock.instant(),
                Place.FIRST));
  }

  @Test
  void theHandlerOfThePageWritesOrderAndMessage() {
    String orders = LocalDynamoDb.newTable("orderId");
    Dispatch dispatch = new Dispatch(orders, sending.outbox);
    SqsConsumer<Order> consumer =
        shop.consumer(
            (order, delivery) ->
                dispatch.packed(new Dispatch.Packed(order.orderId(), "C-1"), delivery));

    assertThat(shop.deliver(consumer, Shop.message("m-1", "O-1"))).isEmpty();

    assertThat(LocalDynamoDb.client().scan(scan -> scan.tableName(orders)).items())
        .containsExactly(Map.of("orderId", fromS("O-1")));
    assertThat(sending.waiting())
        .extracting(OutboxMessage::lane, it -> it.outgoing().body())
        .containsExactly(tuple("C-1", "{\"orderId\":\"O-1\"}"));
  }

  /** The stream has no order between them. The clock may go back while they are made. */
  @Test
  void messagesOfOneCommitAndOneOrderingKeyKeepTheirPlaces() {
    SqsConsumer<Order> sender =
        shop.consumer(
            (order, delivery) -> {
              UnitOfWork unit = UnitOfWork.empty();
              for (String name : List.of("z", "y", "x")) {
                unit =
                    unit.put(
                            sending.outbox.message(
                                delivery.attempt(), named(name).orderedBy("C-1")))
                        .put(sending.outbox.message(delivery.attempt(), named(name + "-alone")));
                shop.clock.advance(Duration.ofMillis(-1));
              }
              return HandlerResult.commit(unit);
            });

    assertThat(shop.deliver(sender, Shop.message("m-1", "O-1"))).isEmpty();

    List<OutboxMessage> ordered =
        sending.waiting().stream()
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
    assertThat(sending.waiting().stream().filter(it -> it.lane().equals(it.id())))
        .hasSize(3)
        .extracting(OutboxMessage::place)
        .containsOnly(Place.FIRST);
  }

  private static OutgoingMessage named(String name) {
    return OutgoingMessage.to("fulfilment", name, "x");
  }

  @Test
  void messagesThatEarlierReleasesWroteAreRead() {
    assertThat(OutboxItem.message(FrozenItem.read("outbox-1")))
        .isEqualTo(
            new OutboxMessage(
                "C-1",
                "qR1Yb0VhZ8x0yqk5mJxw3uB0sKZb8Qm0mVJ2m8yT7aQ",
                "orders",
                SHIPMENT.orderedBy("C-1").attribute("tenant", "blue"),
                Instant.ofEpochMilli(1_793_000_000_123L),
                Place.FIRST));
    assertThat(OutboxItem.message(FrozenItem.read("outbox-1-placed")).place())
        .isEqualTo(new Place(2, Optional.of("qR1Yb0VhZ8x0yqk5mJxw3uB0sKZb8Qm0mVJ2m8yT7aQ")));
  }

  @Test
  void aMessageWithoutAnOrderingKeyIsALaneOfItsOwnAndOneWithoutAttributesHasNoPlaceForThem() {
    assertThat(shop.deliver(sending.sender(SHIPMENT), Shop.message("m-1", "O-1"))).isEmpty();

    assertThat(sending.waiting())
        .singleElement()
        .satisfies(it -> assertThat(it.lane()).isEqualTo(it.id()))
        .satisfies(it -> assertThat(it.outgoing()).isEqualTo(SHIPMENT));
    assertThat(sending.items()).noneMatch(it -> it.containsKey("attributes"));
  }

  /** They would have one id, and a FIFO queue, or the receiver, drops the second. */
  @Test
  void twoMessagesOfOneNameAreRefusedWhateverElseTheyHaveAndNothingIsWritten() {
    for (UnaryOperator<OutgoingMessage> change :
        List.<UnaryOperator<OutgoingMessage>>of(
            it -> it.attribute("copy", "yes"), it -> it.orderedBy("C-2"))) {
      SqsConsumer<Order> sender =
          sending.sender(SHIPMENT.orderedBy("C-1"), change.apply(SHIPMENT.orderedBy("C-1")));
      String order = "O-" + UUID.randomUUID();

      assertThat(shop.deliver(sender, Shop.message("m-1", order))).containsExactly("m-1");

      assertThat(shop.record(order).error().map(Object::toString).orElse(""))
          .contains("two messages of one name in the outbox", "give each its own");
      assertThat(sending.waiting()).isEmpty();
    }
  }

  /** The item's format outlives this release. */
  @Test
  void theItemIsAsItWasOnTheFirstDay() {
    shop.deliver(
        sending.sender(SHIPMENT.orderedBy("C-1").attribute("tenant", "blue")),
        Shop.message("m", "O-1"));

    long nowSeconds = shop.clock.instant().getEpochSecond();
    assertThat(sending.items())
        .containsExactly(
            Map.ofEntries(
                Map.entry("lane", fromS("C-1")),
                Map.entry("id", fromS(sending.messageId("O-1"))),
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
