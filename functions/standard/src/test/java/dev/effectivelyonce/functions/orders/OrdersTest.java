package dev.effectivelyonce.functions.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.testkit.ManualClock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

class OrdersTest {
  private final AtomicInteger plainWrites = new AtomicInteger();
  private final ManualClock clock = new ManualClock();

  private HandlerResult handle(Order order) throws Exception {
    BusinessKey key = BusinessKey.of(order.orderId());
    Attempt attempt =
        new Attempt(Order.IDENTITY.consumer(), key, new AttemptId("a"), 2, clock.instant());
    return new Orders(
            new OrderTable(new CountingDynamoDb(plainWrites), "orders"),
            new Outbox("outbox", clock),
            new JacksonJson())
        .handle(order, attempt);
  }

  private static Order order(String delivery) {
    return new Order(
        "O-1",
        "C-1",
        995,
        "EUR",
        "2026-11-01T10:00:00Z",
        delivery,
        List.of(new Order.Item("S-1", 2)));
  }

  @Test
  void anOrderThatIsToBeShippedIsWrittenWithItsCompletion() throws Exception {
    assertThat(handle(order("COURIER")))
        .isInstanceOfSatisfying(
            HandlerResult.Committing.class,
            result ->
                assertThat(result.value()).isEqualTo(Optional.of(new OrderReceipt("O-1", 2))));
    assertThat(plainWrites).hasValue(0);
  }

  @Test
  void anyOtherIsAPlainWrite() throws Exception {
    assertThat(handle(order(""))).isEqualTo(HandlerResult.completed(new OrderReceipt("O-1", 2)));
    assertThat(plainWrites).hasValue(1);
  }

  @Test
  void fulfilmentIsToldWhatItNeeds() throws Exception {
    assertThat(new JacksonJson().write(Shipment.of(order("COURIER"))))
        .isEqualTo(
            "{\"orderId\":\"O-1\",\"customerId\":\"C-1\",\"totalCents\":995,\"currency\":\"EUR\","
                + "\"items\":[{\"sku\":\"S-1\",\"quantity\":2}]}");
  }

  private record CountingDynamoDb(AtomicInteger writes) implements DynamoDbClient {
    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
      writes.incrementAndGet();
      return UpdateItemResponse.builder().build();
    }

    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }
}
