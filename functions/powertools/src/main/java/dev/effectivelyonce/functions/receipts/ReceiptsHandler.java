package dev.effectivelyonce.functions.receipts;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.functions.settings.EffectClient;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingCall;
import dev.effectivelyonce.functions.simulation.SimulatingHandler;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.powertools.FencedPersistenceStore;
import dev.effectivelyonce.sqs.JacksonJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;

/**
 * The Lambda handler of the receipts queue: Powertools' {@code @Idempotent} over this library's
 * store, as the first step of the page about migrating leaves a function.
 */
public final class ReceiptsHandler implements RequestHandler<SQSEvent, SQSBatchResponse> {
  private static final Logger LOG = LoggerFactory.getLogger(ReceiptsHandler.class);

  private final JacksonJson json = new JacksonJson();
  private final Receipts receipts;

  /** Creates the handler from the function's environment. */
  public ReceiptsHandler() {
    this(FunctionSettings.from(System.getenv()), EffectClient.withoutRetries());
  }

  private ReceiptsHandler(FunctionSettings settings, DynamoDbClient effects) {
    this(
        settings,
        DynamoDbStore.of(DynamoDbClients.forLambda(), settings.lambda()),
        new ReceiptTable(effects, settings.table("RECEIPTS_TABLE")));
  }

  ReceiptsHandler(FunctionSettings settings, IdempotencyStore records, ReceiptTable table) {
    BegunAttempt attempt = new BegunAttempt();
    Idempotency.config()
        .withPersistenceStore(
            FencedPersistenceStore.of("receipts", records)
                .onAbandonedClaim(settings.onAbandonedClaim())
                .observer(attempt)
                .observer(MetricsObserver.toStandardOutput(settings.functionName()))
                .build())
        .withConfig(
            IdempotencyConfig.builder().withExpiration(settings.lambda().retention()).build())
        .configure();
    this.receipts = new Receipts(table, SimulatingCall.with(settings.faults()), attempt);
  }

  @Override
  public SQSBatchResponse handleRequest(SQSEvent batch, Context context) {
    Idempotency.registerLambdaContext(context);
    List<BatchItemFailure> failures = new ArrayList<>();
    for (SQSMessage message : batch.getRecords()) {
      try {
        PaidOrder order = json.read(message.getBody(), PaidOrder.class);
        WrittenReceipt unused = receipts.write(order.orderId(), order, fault(message));
      } catch (Throwable e) {
        FatalProcessError.throwIfShownBy(e);
        // Errors too: one message's stack overflow must not fail the whole batch. By its kind
        // alone: texts of exceptions may quote the message.
        LOG.warn("Message {} comes again: {}", message.getMessageId(), e.getClass().getName());
        failures.add(new BatchItemFailure(message.getMessageId()));
      }
    }
    return new SQSBatchResponse(failures);
  }

  private static Optional<String> fault(SQSMessage message) {
    return Optional.ofNullable(message.getMessageAttributes())
        .map(attributes -> attributes.get(SimulatingHandler.ATTRIBUTE))
        .map(MessageAttribute::getStringValue);
  }
}
