package dev.effectivelyonce.powertools.sample;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.powertools.FencedPersistenceStore;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.IdempotencyKey;
import software.amazon.lambda.powertools.idempotency.Idempotent;

/** Steps 2 and 3: a consumer of this library around the annotated method. */
public final class ObservedFunction implements RequestHandler<SQSEvent, SQSBatchResponse> {
  private final Orders orders = new Orders();
  private final SqsConsumer<Order> consumer;

  /** For Lambda. */
  public ObservedFunction() {
    this(
        LambdaSettings.from(System.getenv()),
        DynamoDbStore.of(DynamoDbClients.forLambda(), LambdaSettings.from(System.getenv())));
  }

  ObservedFunction(LambdaSettings settings, IdempotencyStore records) {
    Idempotency.config()
        .withPersistenceStore(FencedPersistenceStore.of("orders", records).build())
        .withConfig(IdempotencyConfig.builder().withExpiration(settings.retention()).build())
        .configure();
    this.consumer =
        SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId)))
            .settings(settings)
            .store(records)
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .handler(
                (order, delivery) -> {
                  place(order.orderId(), order);
                  return HandlerResult.completed();
                })
            .build();
  }

  @Override
  public SQSBatchResponse handleRequest(SQSEvent batch, Context context) {
    Idempotency.registerLambdaContext(context);
    return consumer.handle(batch, context);
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
