import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A user's program over the released artifacts: an order that arrives twice is handled once. */
public final class Consumer {
  record Order(String orderId) {}

  private Consumer() {}

  public static void main(String[] args) {
    List<String> handled = new ArrayList<>();
    SqsConsumer<Order> consumer =
        SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId)))
            .store(new InMemoryStore())
            .retention(Duration.ofDays(19))
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .visibility((changes, deadline) -> {})
            .handler(
                (order, delivery) -> {
                  handled.add(order.orderId());
                  return HandlerResult.completed();
                })
            .build();
    for (String messageId : List.of("m-1", "m-2")) {
      SqsRecord message = SqsRecord.of("orders", messageId).body("{\"orderId\":\"O-1\"}");
      consumer.handle(
          SqsEvents.of(message), new TestContext(Clock.systemUTC(), Duration.ofSeconds(30)));
    }
    if (!handled.equals(List.of("O-1"))) {
      throw new AssertionError("Handled: " + handled);
    }
    System.out.println(
        "Two messages, one order, handled once, by "
            + SqsConsumer.class.getProtectionDomain().getCodeSource().getLocation().getPath()
            + "; beside it "
            + DynamoDbStore.class.getName());
  }
}
