package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.SendingShop.SHIPMENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.dynamodb.Shop.Order;
import dev.effectivelyonce.sqs.SqsConsumer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ids of outgoing messages, and which messages are taken. */
class OutgoingTest {
  private final SendingShop sending = new SendingShop();
  private final Shop shop = sending.shop;

  @Test
  void aLaterAttemptOfTheSameRecordSendsUnderTheIdOfTheFirst() {
    List<String> ids = new ArrayList<>();
    SqsConsumer<Order> consumer =
        shop.consumer(
            (order, delivery) -> {
              ids.add(delivery.attempt().messageId("shipment-ordered"));
              return delivery.attempt().isFirst()
                  ? HandlerResult.retry("not yet")
                  : sending.result(delivery, SHIPMENT);
            });

    shop.deliver(consumer, Shop.message("m-1", "O-1"));
    shop.deliver(consumer, Shop.message("m-1", "O-1"));

    assertThat(ids).hasSize(2).allMatch(ids.getFirst()::equals);
    assertThat(sending.waiting()).extracting(OutboxMessage::id).containsExactly(ids.getFirst());
  }

  @Test
  void whatNoQueueOrBusTakesFailsItsEventForGood() {
    List<OutgoingMessage> unsendable =
        List.of(
            OutgoingMessage.to("fulfilment", "no name", "x"),
            OutgoingMessage.to("fulfilment", "name", "x".repeat(384 * 1024)));
    for (int i = 0; i < unsendable.size(); i++) {
      String order = "O-" + i;
      SqsConsumer<Order> sender = sending.sender(SHIPMENT, unsendable.get(i));

      assertThat(shop.deliver(sender, Shop.message("m-1", order))).as(order).containsExactly("m-1");

      assertThat(shop.record(order).status()).isEqualTo(Status.FAILED);
      assertThat(shop.record(order).error().orElseThrow().text()).contains("The outgoing message");
    }
    assertThat(sending.waiting()).isEmpty();
  }

  /** Told where it is made: in the commit it would leave the claim until its lease ends. */
  @Test
  @SuppressWarnings("NullAway") // Others compile without it.
  void aMessageOfNullsIsRefusedInTheHandler() {
    String none = new IllegalStateException().getMessage();

    assertThatNullPointerException()
        .isThrownBy(() -> OutgoingMessage.to("fulfilment", "name", none));
    assertThatNullPointerException().isThrownBy(() -> SHIPMENT.attribute("tenant", none));
  }
}
