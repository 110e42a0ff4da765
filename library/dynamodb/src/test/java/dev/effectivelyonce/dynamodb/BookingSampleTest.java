package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The samples of docs/testing.md. */
class BookingSampleTest {
  private final DynamoDbClient client = LocalDynamoDb.client();
  private final String records = newTable("id");
  private final String accounts = newTable("accountId");

  private String newTable(String key) {
    return LocalDynamoDb.newTable(key);
  }

  // sample: commit
  record Payment(String paymentId, String accountId) {}

  private final FaultyStore store = new FaultyStore(new DynamoDbStore(client, records));

  private final SqsConsumer<Payment> consumer =
      SqsConsumer.of(
              MessageIdentity.of("payments", Payment.class, MessageKey.of(Payment::paymentId)))
          .store(store)
          .retention(Duration.ofDays(19))
          .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
          .visibility((changes, deadline) -> {})
          .handler((payment, delivery) -> HandlerResult.commit(booking(payment)))
          .build();

  private UnitOfWork booking(Payment payment) {
    return UnitOfWork.empty()
        .update(
            item ->
                item.tableName(accounts)
                    .key(Map.of("accountId", fromS(payment.accountId())))
                    .updateExpression("ADD bookings :one")
                    .expressionAttributeValues(Map.of(":one", fromN("1"))));
  }

  private void deliver() {
    SqsRecord message =
        SqsRecord.of("payments", "m-1").body("{\"paymentId\":\"P-1\",\"accountId\":\"A-1\"}");
    consumer.handle(
        SqsEvents.of(message), new TestContext(Clock.systemUTC(), Duration.ofSeconds(30)));
  }

  @Test
  void aPaymentWhoseAnswerIsLostIsBookedOnce() {
    store.loseAnswerOfNext(Verb.COMMIT, 1);

    deliver();
    deliver();

    assertThat(bookings()).isEqualTo("1");
  }

  // end

  private String bookings() {
    return LocalDynamoDb.item(accounts, "accountId", "A-1")
        .getOrDefault("bookings", fromN("0"))
        .n();
  }
}
