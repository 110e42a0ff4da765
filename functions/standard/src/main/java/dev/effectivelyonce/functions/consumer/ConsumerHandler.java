package dev.effectivelyonce.functions.consumer;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingHandler;
import dev.effectivelyonce.functions.snapstart.PrimedHandler;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsParking;
import dev.effectivelyonce.sqs.SqsStreamHandler;
import dev.effectivelyonce.sqs.StoreWrites;
import dev.effectivelyonce.streams.ParkingConsumerBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A Lambda handler with a consumer, which handles each event once. */
public abstract class ConsumerHandler implements RequestStreamHandler {
  private final RequestStreamHandler consumer;

  /** Creates a handler that hands each invocation to its consumer. */
  protected ConsumerHandler(RequestStreamHandler consumer) {
    this.consumer = consumer;
  }

  /**
   * Creates the handler of a queue, which is primed before a snapshot.
   *
   * @param records for the idempotency table
   */
  protected <M> ConsumerHandler(
      FunctionSettings settings,
      DynamoDbClient records,
      MessageIdentity<M> identity,
      MessageHandler<M> code) {
    this(ofQueue(settings, DynamoDbStore.of(records, settings.lambda()), identity, code));
  }

  private static <M> RequestStreamHandler ofQueue(
      FunctionSettings settings,
      DynamoDbStore store,
      MessageIdentity<M> identity,
      MessageHandler<M> code) {
    SqsConsumer<M> consumer =
        SqsConsumer.of(identity)
            .settings(settings.lambda())
            .store(store)
            .onAbandonedClaim(settings.onAbandonedClaim())
            .observer(MetricsObserver.toStandardOutput(settings.functionName()))
            .handler(SimulatingHandler.around(code, settings.faults()))
            .build();
    return PrimedHandler.of(
        new SqsStreamHandler(consumer),
        store,
        StoreWrites.GROUPED,
        identity.consumer(),
        System.getenv());
  }

  /** Sets what every consumer that parks has from its environment. */
  protected static <B extends ParkingConsumerBuilder<B, ?>> B parking(
      FunctionSettings settings, B consumer) {
    return consumer
        .settings(settings.lambda())
        .store(DynamoDbStore.of(DynamoDbClients.forLambda(), settings.lambda()))
        .onAbandonedClaim(settings.onAbandonedClaim())
        .parking(SqsParking.from(System.getenv()))
        .observer(MetricsObserver.toStandardOutput(settings.functionName()));
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    consumer.handleRequest(input, output, context);
  }
}
