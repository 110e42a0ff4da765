package dev.effectivelyonce.worker;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.postgres.PostgresStore;
import dev.effectivelyonce.postgres.SqlWork;
import dev.effectivelyonce.sqs.LocalSqs;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsVisibility;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import org.postgresql.ds.PGSimpleDataSource;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.sqs.SqsClient;

/** A process with a worker that ships orders, each by a row of a table. */
final class OrdersProcess {
  private OrdersProcess() {}

  /**
   * Runs until it is asked to stop.
   *
   * @param arguments the URLs of the queue and of the database
   */
  public static void main(String... arguments) throws InterruptedException {
    SqsClient sqs =
        LocalSqs.client(URI.create(arguments[0]).resolve("/"), new ExecutionInterceptor() {});
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(arguments[1]);
    SqsConsumer<Order> consumer =
        SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId)))
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .store(new PostgresStore(database))
            .retention(Duration.ofDays(19))
            .heartbeat(Duration.ofSeconds(2))
            .backoff(new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(1)))
            .visibility(new SqsVisibility(() -> sqs, Clock.systemUTC()))
            .handler((order, delivery) -> HandlerResult.commit(shipped(order)))
            .build();
    SqsWorker.of(consumer)
        .queue(arguments[0])
        .client(sqs)
        .longPoll(Duration.ofSeconds(1))
        .maxMessages(20)
        .build()
        .run();
  }

  /** It takes a while, so that processes die while some are under way. */
  private static SqlWork shipped(Order order) {
    return SqlWork.statement("INSERT INTO shipped SELECT ? FROM pg_sleep(0.02)", order.orderId());
  }
}
