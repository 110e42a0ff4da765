package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Shop.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.Shop.Order;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The real consumer over DynamoDB Local, whose copies, answers and requests meet each other. */
class IdempotentConsumerTest {
  private final Shop shop = new Shop();
  private final SqsConsumer<Order> consumer = shop.consumer((order, delivery) -> ship(order));

  private HandlerResult ship(Order order) {
    return HandlerResult.completed("shipment " + shop.ship(order));
  }

  @Test
  void withAnswersLostAndRequestsThrottledNothingIsLostAndNothingRunsTwice() {
    Random random = new Random(20261121);
    List<SqsRecord> waiting = new ArrayList<>();
    IntStream.range(0, 30).forEach(i -> waiting.add(message("m-" + i, "O-" + i % 20)));
    for (int round = 0; round < 50 && !waiting.isEmpty(); round++) {
      SqsRecord[] batch =
          waiting.subList(0, Math.min(10, waiting.size())).toArray(SqsRecord[]::new);
      IntStream.range(0, 8).forEach(i -> spoil(random));
      List<String> failed = shop.deliver(consumer, batch);
      List<SqsRecord> again =
          List.of(batch).stream()
              .filter(record -> failed.contains(record.toMessage().getMessageId()))
              .toList();
      waiting.subList(0, batch.length).clear();
      waiting.addAll(again);
      shop.clock.advance(Shop.LEASE);
    }

    assertThat(waiting).isEmpty();
    assertThat(shop.shippedOrders()).isEqualTo(20);
    assertThat(IntStream.range(0, 20)).allMatch(i -> shop.shipped("O-" + i) == 1);
  }

  private void spoil(Random random) {
    switch (random.nextInt(6)) {
      case 0 -> shop.proxy.loseNextAnswer();
      case 1 ->
          shop.proxy.answerNext(1, 400, "ProvisionedThroughputExceededException", "slow down");
      case 2 -> shop.proxy.answerNext(1, 500, "InternalServerError", "broken");
      default -> shop.proxy.passNext(1);
    }
  }
}
