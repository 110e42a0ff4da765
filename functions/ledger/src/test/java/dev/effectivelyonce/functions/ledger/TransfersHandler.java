package dev.effectivelyonce.functions.ledger;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.postgres.PostgresStore;
import dev.effectivelyonce.postgres.SqlWork;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** What docs/postgres.md shows of a whole function. */
public final class TransfersHandler implements RequestHandler<SQSEvent, SQSBatchResponse> {
  private final LambdaSettings settings = LambdaSettings.from(System.getenv());
  private final SqsConsumer<Transfer> consumer =
      SqsConsumer.of(
              MessageIdentity.of("transfers", Transfer.class, MessageKey.of(Transfer::transferId)))
          .settings(settings)
          .store(new PostgresStore(database()))
          .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
          .observer(MetricsObserver.toStandardOutput(System.getenv("AWS_LAMBDA_FUNCTION_NAME")))
          .handler((transfer, delivery) -> booked(transfer))
          .build();

  @Override
  public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
    return consumer.handle(event, context);
  }

  private static DataSource database() {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(System.getenv("DATABASE_URL"));
    database.setUser(System.getenv("DATABASE_USER"));
    database.setPassword(System.getenv("DATABASE_PASSWORD"));
    return database;
  }

  /** What the events are. */
  record Transfer(String transferId, String account, long cents) {}

  private static HandlerResult booked(Transfer transfer) {
    return HandlerResult.commit(
        SqlWork.statement(
                "UPDATE account SET cents = cents - ? WHERE id = ?",
                transfer.cents(),
                transfer.account())
            .expecting(1));
  }
}
