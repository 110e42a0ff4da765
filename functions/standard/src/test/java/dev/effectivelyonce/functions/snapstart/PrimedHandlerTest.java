package dev.effectivelyonce.functions.snapstart;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsStreamHandler;
import dev.effectivelyonce.sqs.StoreWrites;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    List<WriteResult> answers = new ArrayList<>();

    new PrimedHandler(consumer, grouping(answers), StoreWrites.GROUPED, IDENTITY.consumer())
        .beforeCheckpoint(Core.getGlobalContext());

    assertThat(answers).hasSize(2).hasOnlyElementsOfType(WriteResult.Refused.class);
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

  /** The store in memory, which notes how it answers groups. */
  private IdempotencyStore grouping(List<WriteResult> noted) {
    GroupWriter groups = memory.groups().orElseThrow();
    return new ForwardingStore(memory) {
      @Override
      public Optional<GroupWriter> groups() {
        return Optional.of(
            new GroupWriter() {
              @Override
              public int limit() {
                return groups.limit();
              }

              @Override
              public int maxConcurrentRequests() {
                return groups.maxConcurrentRequests();
              }

              @Override
              public void write(List<Write.Groupable> writes, Answers answers) {
                groups.write(
                    writes,
                    (index, answer) -> {
                      noted.add(answer.orElseThrow());
                      answers.answer(index, answer);
                    });
              }
            });
      }
    };
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
