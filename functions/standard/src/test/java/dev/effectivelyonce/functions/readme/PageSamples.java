package dev.effectivelyonce.functions.readme;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.cache.BestEffortDeduplicator;
import dev.effectivelyonce.core.cache.CacheBounds;
import dev.effectivelyonce.core.cache.CachingStore;
import dev.effectivelyonce.core.cache.CompletedCache;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.once.EffectivelyOnceBuilder;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.StoreSettings;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.sqs.Envelope;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.sqs.SqsParking;
import dev.effectivelyonce.streams.StreamConsumer;
import dev.effectivelyonce.streams.StreamConsumerBuilder;
import dev.effectivelyonce.streams.StreamIdentity;
import dev.effectivelyonce.streams.StreamKey;
import dev.effectivelyonce.streams.TableChange;
import dev.effectivelyonce.streams.TableChange.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What pages show, which is compiled here. */
final class PageSamples {
  private PageSamples() {}

  record Click(String clickId) {}

  record Order(String orderId, long version) {}

  record PageView(String id) {}

  record LogBatch(List<LogEvent> logEvents) {}

  record LogEvent(String id) {}

  static <M> SqsConsumerBuilder<M> remembering(SqsConsumerBuilder<M> consumer) {
    return consumer.completedCache(
        CompletedCache.of(new CacheBounds(Duration.ofMinutes(1), 50_000, 32L * 1024 * 1024)));
  }

  static <M> SqsConsumerBuilder<M> asking(SqsConsumerBuilder<M> consumer) {
    return consumer.completedCache(CompletedCache.off());
  }

  static EffectivelyOnceBuilder caching(
      EffectivelyOnceBuilder consumer, DynamoDbClient client, StoreSettings settings) {
    return consumer.store(CachingStore.around(DynamoDbStore.of(client, settings)));
  }

  static EffectivelyOnceBuilder bounded(
      EffectivelyOnceBuilder consumer, DynamoDbClient client, StoreSettings settings) {
    MetricsObserver metrics =
        MetricsObserver.toStandardOutput(System.getenv("AWS_LAMBDA_FUNCTION_NAME"));
    CacheBounds bounds = new CacheBounds(Duration.ofMinutes(1), 50_000, 32L * 1024 * 1024);
    return consumer
        .store(
            CachingStore.around(DynamoDbStore.of(client, settings), bounds, Clock.systemUTC())
                .observedBy(metrics))
        .observer(metrics);
  }

  static Consumer<PageView> counting(Set<PageView> views, Clock clock) {
    class Counter {
      BestEffortDeduplicator seen =
          new BestEffortDeduplicator(Duration.ofMinutes(1), 100_000, clock);

      void count(PageView view) {
        if (!seen.hasSeen(view.id())) {
          views.add(view);
        }
      }
    }
    return new Counter()::count;
  }

  @FunctionalInterface
  interface Refunds {
    void refund(Order order, BusinessKey key);
  }

  static StreamConsumerBuilder<TableChange<Order>> refunding(
      StreamConsumerBuilder<TableChange<Order>> consumer, Refunds refunds) {
    return consumer.handler(
        (change, delivery) -> {
          if (change.kind() == Kind.REMOVE && !change.isExpiry()) {
            refunds.refund(change.before().orElseThrow(), delivery.attempt().key());
          }
          return HandlerResult.completed();
        });
  }

  static StreamIdentity<TableChange<Order>> shipping() {
    return StreamIdentity.ofTable(
        "shipping",
        Order.class,
        StreamKey.<TableChange<Order>>of("orderId", it -> it.keys().get("orderId"))
            .and(
                "change",
                it -> it.kind() + " " + it.after().or(it::before).orElseThrow().version()));
  }

  static StreamIdentity<LogBatch> logs() {
    return StreamIdentity.ofKinesis(
            "logs",
            LogBatch.class,
            StreamKey.of("first event", it -> it.logEvents().getFirst().id()))
        .envelope(Envelope.gzip());
  }

  abstract static class Counting {
    abstract Effects count(Click click);

    public final class Clicks implements RequestStreamHandler {
      private final LambdaSettings settings = LambdaSettings.from(System.getenv());
      private final StreamConsumer<Click> consumer =
          StreamConsumer.of(
                  StreamIdentity.ofKinesis(
                      "clicks", Click.class, StreamKey.of("clickId", Click::clickId)))
              .settings(settings)
              .store(DynamoDbStore.of(DynamoDbClients.forLambda(), settings))
              .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
              .parking(SqsParking.from(System.getenv()))
              .observer(MetricsObserver.toStandardOutput(System.getenv("AWS_LAMBDA_FUNCTION_NAME")))
              .handler((click, delivery) -> HandlerResult.commit(count(click)))
              .build();

      @Override
      public void handleRequest(InputStream in, OutputStream out, Context context)
          throws IOException {
        consumer.handleRequest(in, out, context);
      }
    }
  }
}
