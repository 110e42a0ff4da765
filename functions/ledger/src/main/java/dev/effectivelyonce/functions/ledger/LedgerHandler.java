package dev.effectivelyonce.functions.ledger;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.functions.database.DatabasePool;
import dev.effectivelyonce.functions.database.DatabaseSettings;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingHandler;
import dev.effectivelyonce.functions.snapstart.PrimedHandler;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.postgres.PostgresStore;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.sqs.SqsStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;

/** The Lambda handler of the ledger's queue: records and rows are in one database. */
public final class LedgerHandler implements RequestStreamHandler {
  private final RequestStreamHandler handler;

  /** Kept here, since the snapshot's context forgets what nobody else refers to. */
  @SuppressWarnings("UnusedVariable")
  private final DatabasePool pool;

  /** Creates the handler from the function's environment. No connection is opened yet. */
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
        PrimedHandler.of(
            new SqsStreamHandler(
                consumer(settings, store)
                    .observer(MetricsObserver.toStandardOutput(settings.functionName()))
                    .build()),
            store,
            Transfer.IDENTITY.consumer(),
            environment);
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
