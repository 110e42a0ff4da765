package dev.effectivelyonce.benchmarks.powertools2;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.lambda.powertools.batch.BatchMessageHandlerBuilder;
import software.amazon.lambda.powertools.batch.handler.BatchMessageHandler;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.persistence.dynamodb.DynamoDBPersistenceStore;

/**
 * Powertools' batch handler with its functional API for idempotency, as it is documented. It is
 * loaded apart from Powertools 1.x, so that what it is given are types that both sides know.
 *
 * @param <R> what a message's handler returns
 */
public final class FunctionalPowertools<R>
    implements BiFunction<SQSEvent, Context, SQSBatchResponse> {
  private final IdempotencyConfig config = IdempotencyConfig.builder().build();
  private final DynamoDBPersistenceStore store;
  private final Optional<Executor> executor;
  private final BatchMessageHandler<SQSEvent, SQSBatchResponse> batches;

  /**
   * @param executor of the parallel mode; empty: one message after the other
   * @param work the key and the handler of a message
   */
  public FunctionalPowertools(
      DynamoDbClient client,
      String table,
      Optional<Executor> executor,
      Function<SQSMessage, Map.Entry<String, Supplier<R>>> work,
      Class<R> result) {
    this.executor = executor;
    this.store =
        DynamoDBPersistenceStore.builder().withDynamoDbClient(client).withTableName(table).build();
    this.batches =
        new BatchMessageHandlerBuilder()
            .withSqsBatchHandler()
            .buildWithRawMessageHandler(
                (message, context) -> {
                  // A thread of a pool would keep the context of the invocation that made it.
                  Idempotency.registerLambdaContext(context);
                  Map.Entry<String, Supplier<R>> once = work.apply(message);
                  Idempotency.makeIdempotent(once.getKey(), once.getValue(), result);
                });
  }

  @Override
  public SQSBatchResponse apply(SQSEvent batch, Context context) {
    Idempotency.config().withPersistenceStore(store).withConfig(config).configure();
    Idempotency.registerLambdaContext(context);
    return executor
        .map(it -> batches.processBatchInParallel(batch, context, it))
        .orElseGet(() -> batches.processBatch(batch, context));
  }
}
