package dev.effectivelyonce.functions.ledger;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.functions.database.DatabasePool;
import dev.effectivelyonce.functions.database.DatabaseSettings;
import dev.effectivelyonce.outbox.BacklogHandler;
import dev.effectivelyonce.postgres.PostgresBacklog;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** What docs/outbox-postgres.md shows of a function that publishes. */
public final class PublisherHandler implements RequestStreamHandler {
  private final DatabasePool pool =
      DatabasePool.of(DatabaseSettings.from(System.getenv()), System.getenv());
  private final BacklogHandler handler =
      BacklogHandler.forLambda(new PostgresBacklog(pool.connections()));

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    handler.handleRequest(input, output, context);
  }
}
