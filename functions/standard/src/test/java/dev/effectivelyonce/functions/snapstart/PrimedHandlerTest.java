package dev.effectivelyonce.functions.snapstart;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsStreamHandler;
import dev.effectivelyonce.sqs.StoreWrites;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.testkit.InMemoryGroups;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.crac.Core;
import org.junit.jupiter.api.Test;

class PrimedHandlerTest {
  private static final MessageIdentity<String> IDENTITY =
      MessageIdentity.of("orders", String.class, MessageKey.contentHashOfBytes());

  private final InMemoryStore memory = new InMemoryStore();
  private final FaultyStore store = new FaultyStore(memory);
  private final AtomicInteger owners = new AtomicInteger();
  private final AtomicInteger handled = new AtomicInteger();
  private final RequestStreamHandler consumer = consumer();

  @Test
  void beforeTheSnapshotTheStoreIsAskedAndRefusesWhatWouldBeWritten() {
    primed(StoreWrites.SINGLE).beforeCheckpoint(Core.getGlobalContext());

    assertThat(store.calls(Verb.FIND)).isEqualTo(1);
    assertThat(store.calls(Verb.COMPLETE)).isEqualTo(1);
    assertThat(Arrays.stream(Verb.values()).mapToInt(store::calls).sum()).isEqualTo(2);
    assertThat(memory.records()).isEmpty();
    assertThat(owners).hasValue(0);
    assertThat(handled).hasValue(0);
  }

  @Test
  void aConsumerThatWritesInGroupsSendsOneThatIsRefusedToo() {
    grouping().beforeCheckpoint(Core.getGlobalContext());

    assertThat(store.calls(Verb.COMPLETE)).isEqualTo(1 + 2);
    assertThat(memory.records()).isEmpty();
  }

  @Test
  void aStoreThatDoesNotAnswerFailsNoDeployment() {
    store.failNext(Verb.FIND, 1);

    primed(StoreWrites.GROUPED).beforeCheckpoint(Core.getGlobalContext());

    assertThat(store.calls(Verb.FIND)).isEqualTo(1);
  }

  @Test
  void withoutSnapStartThereIsNothingToPrime() {
    assertThat(handler(Map.of())).isSameAs(consumer);
    assertThat(handler(Map.of("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand"))).isSameAs(consumer);
    assertThat(handler(Map.of("AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start")))
        .isInstanceOf(PrimedHandler.class);
  }

  private PrimedHandler primed(StoreWrites writes) {
    return new PrimedHandler(consumer, store, writes, IDENTITY.consumer());
  }

  private PrimedHandler grouping() {
    ForwardingStore grouping =
        new ForwardingStore(store) {
          @Override
          public Optional<GroupWriter> groups() {
            return Optional.of(new InMemoryGroups(store));
          }
        };
    return new PrimedHandler(consumer, grouping, StoreWrites.GROUPED, IDENTITY.consumer());
  }

  private RequestStreamHandler handler(Map<String, String> environment) {
    return PrimedHandler.of(consumer, store, StoreWrites.GROUPED, IDENTITY.consumer(), environment);
  }

  private RequestStreamHandler consumer() {
    return new SqsStreamHandler(
        SqsConsumer.of(IDENTITY)
            .store(store)
            .retention(Duration.ofDays(1))
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .platform(
                new Platform(
                    Clock.systemUTC(),
                    () -> new AttemptId("owner-" + owners.incrementAndGet()),
                    () -> 0L,
                    Thread::sleep))
            .handler(
                (message, delivery) -> {
                  handled.incrementAndGet();
                  return HandlerResult.completed();
                })
            .build());
  }
}
