package dev.effectivelyonce.functions.receipts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** The woven handler: Powertools' own aspect, this library's store. */
class ReceiptsHandlerTest {
  private static final FunctionSettings SETTINGS =
      FunctionSettings.from(
          Map.of(
              "EFFECTIVELY_ONCE_TABLE", "records",
              "EFFECTIVELY_ONCE_RETENTION", "P19D",
              "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", "3",
              "ON_ABANDONED_CLAIM", "RERUN",
              "SIMULATE", "on",
              "AWS_LAMBDA_FUNCTION_NAME", "receipts-test"));

  private final List<String> written = new ArrayList<>();
  private final InMemoryStore records = new InMemoryStore();
  private final FaultyStore faulty = new FaultyStore(records);
  private final ReceiptsHandler handler =
      new ReceiptsHandler(
          SETTINGS, faulty, new ReceiptTable(new WritingDynamoDb(written), "receipts"));

  private List<String> failed(SqsRecord... messages) {
    TestContext context = new TestContext(Clock.systemUTC(), Duration.ofSeconds(5));
    return SqsEvents.failed(handler.handleRequest(SqsEvents.of(messages), context));
  }

  private static SqsRecord message(String id, String orderId) {
    return SqsRecord.of("receipts", id)
        .body(
            "{\"orderId\":\"%s\",\"customerId\":\"C-1\",\"totalCents\":995,\"currency\":\"EUR\"}"
                .formatted(orderId));
  }

  private IdempotencyRecord record() {
    assertThat(records.records()).hasSize(1);
    return records.records().values().iterator().next();
  }

  @Test
  void aFailedMessageComesAgainAloneAndIsTakenOver() {
    SqsRecord failing = message("m-1", "o-1").attribute("simulate", "fail-retryable");

    assertThat(failed(failing, message("m-2", "o-2"))).containsExactly("m-1");
    assertThat(failed(failing)).isEmpty();

    assertThat(written).containsExactly("o-2", "o-1");
    assertThat(records.records().values())
        .extracting(IdempotencyRecord::attempt)
        .containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void aMessageThatIsNoOrderIsNamedAndKeepsNoOther() {
    assertThat(failed(SqsRecord.of("receipts", "m-1").body("no JSON"), message("m-2", "o-2")))
        .containsExactly("m-1");
    assertThat(written).containsExactly("o-2");
  }

  @Test
  void aMessageWithoutAKeyIsNamedAndNotWritten() {
    assertThat(failed(message("m-1", " "))).containsExactly("m-1");
    assertThat(written).isEmpty();
  }

  @Test
  void aMessageWhoseEndIsNotRecordedIsNotAcknowledged() {
    faulty.failNext(Verb.COMPLETE, 1, StoreException.Kind.UNREADABLE);

    assertThat(failed(message("m-1", "o-1"))).containsExactly("m-1");
    assertThat(record().status()).isEqualTo(Status.INPROGRESS);
  }

  /** Notes the key of each row that is written. */
  private record WritingDynamoDb(List<String> written) implements DynamoDbClient {
    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
      written.add(Objects.requireNonNull(request.key().get("orderId")).s());
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
