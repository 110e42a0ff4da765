package dev.effectivelyonce.powertools.sample;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.powertools.FencedPersistenceStore;
import dev.effectivelyonce.sqs.JacksonJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.IdempotencyKey;
import software.amazon.lambda.powertools.idempotency.Idempotent;

/** Step 1: Powertools' annotation over this library's store. */
public final class BridgedFunction implements RequestHandler<SQSEvent, SQSBatchResponse> {
  private final JacksonJson json = new JacksonJson();
  private final Orders orders = new Orders();

  /** For Lambda. */
  public BridgedFunction() {
    this(new DynamoDbStore(DynamoDbClients.forLambda(), System.getenv("IDEMPOTENCY_TABLE")));
  }

  BridgedFunction(IdempotencyStore records) {
    Idempotency.config()
        .withPersistenceStore(FencedPersistenceStore.of("orders", records).build())
        .withConfig(IdempotencyConfig.builder().withExpiration(Duration.ofDays(19)).build())
        .configure();
  }

  @Override
  public SQSBatchResponse handleRequest(SQSEvent batch, Context context) {
    Idempotency.registerLambdaContext(context);
    List<BatchItemFailure> failures = new ArrayList<>();
    for (SQSMessage message : batch.getRecords()) {
      try {
        Order order = json.read(message.getBody(), Order.class);
        place(order.orderId(), order);
      } catch (RuntimeException e) {
        failures.add(new BatchItemFailure(message.getMessageId()));
      }
    }
    return new SQSBatchResponse(failures);
  }

  @Idempotent
  String place(@IdempotencyKey String orderId, Order order) {
    orders.place(order);
    return orderId;
  }

  Orders orders() {
    return orders;
  }
}
