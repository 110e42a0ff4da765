package dev.effectivelyonce.functions.ledger;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.functions.database.DatabasePool;
import dev.effectivelyonce.functions.database.DatabaseSettings;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingHandler;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.postgres.PostgresStore;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.sqs.SqsStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Lambda handler of the ledger's queue: records and rows are in one database. */
public final class LedgerHandler implements RequestStreamHandler {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerHandler.class);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final RequestStreamHandler handler;

  /** Kept here, since the snapshot's context forgets what nobody else refers to. */
  @SuppressWarnings("UnusedVariable")
  private final DatabasePool pool;

  /** Creates the handler from the function's environment. Its database may be away. */
  public LedgerHandler() {
    this(System.getenv());
  }

  private LedgerHandler(Map<String, String> environment) {
    this(environment, DatabasePool.of(DatabaseSettings.from(environment), environment));
  }

  private LedgerHandler(Map<String, String> environment, DatabasePool pool) {
    FunctionSettings settings = FunctionSettings.from(environment);
    PostgresStore store = new PostgresStore(pool.connections(), settings.lambda().listing());
    this.pool = pool;
    this.handler =
        new SqsStreamHandler(
            consumer(settings, store)
                .observer(MetricsObserver.toStandardOutput(settings.functionName()))
                .build());
    readOnce(store);
  }

  /**
   * Looks a record up, so that the first batch finds a connection and loaded classes: Lambda gives
   * a starting process more of a processor. It only reads, and draws no owner, which each process
   * of a snapshot would have.
   */
  private static void readOnce(PostgresStore store) {
    try {
      Optional<IdempotencyRecord> unused =
          store
              .withDeadline(Platform.system().clock().instant().plus(PATIENCE))
              .find(RecordId.of(Transfer.IDENTITY.consumer(), BusinessKey.of("priming")));
    } catch (StoreException e) {
      // A database that is away is a fault of each message, which waits; not of the start.
      LOG.warn("Nothing was read at the start; the first batch is slower: {}", e.text());
    }
  }

  static SqsConsumerBuilder<Transfer> consumer(FunctionSettings settings, PostgresStore store) {
    return SqsConsumer.of(Transfer.IDENTITY)
        .settings(settings.lambda())
        .store(store)
        .onAbandonedClaim(settings.onAbandonedClaim())
        .handler(
            SimulatingHandler.around(
                (transfer, delivery) ->
                    HandlerResult.commit(DoubleEntry.of(transfer, delivery.attempt().number())),
                settings.faults()));
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    handler.handleRequest(input, output, context);
  }
}
