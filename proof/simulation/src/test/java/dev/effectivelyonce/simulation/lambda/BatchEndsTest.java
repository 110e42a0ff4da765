package dev.effectivelyonce.simulation.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A batch ends, whatever the order of its lanes: those that write together forget none. */
class BatchEndsTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int SEEDS = 1000;
  private static final MessageIdentity<String> IDENTITY =
      MessageIdentity.of("orders", String.class, MessageKey.of(body -> body));

  @Test
  void inWhateverOrderItsLanesRun() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Choices choices = Choices.ofSeed(seed);
      Batch batch = new Batch(choices, true);

      batch.handle(2 + choices.next(11));

      assertThat(batch.ended).as("the batch of seed %d ended", seed).isTrue();
    }
  }

  @Test
  void tenNewMessagesTakeTwoRequestsToTheStore() {
    Batch batch = new Batch(Choices.of(), false);

    batch.handle(10);

    assertThat(batch.ended).isTrue();
    assertThat(batch.store.requests).hasValue(2);
  }

  @Test
  void tenCopiesUnderOtherIdsTakeOne() {
    Batch batch = new Batch(Choices.of(), false);
    batch.handle(10);

    batch.handle(10);

    assertThat(batch.store.requests).hasValue(3);
  }

  /** A consumer whose every call and handler takes a time of its own. */
  private static final class Batch {
    private final Choices choices;
    private final Scheduler scheduler;
    private final SimulatedProcess process;
    private final SlowStore store;
    private final SqsConsumer<String> consumer;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicInteger owners = new AtomicInteger();
    private final AtomicInteger ids = new AtomicInteger();

    Batch(Choices choices, boolean varied) {
      this.choices = choices;
      this.scheduler = new Scheduler(choices, START);
      this.process = scheduler.process("function", Duration.ZERO);
      this.store = new SlowStore(new InMemoryStore(), this::call, choices, varied);
      this.consumer =
          SqsConsumer.of(IDENTITY)
              .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
              .store(store)
              .retention(Duration.ofDays(19))
              .visibility((changes, deadline) -> {})
              .platform(
                  new Platform(
                      process.clock(),
                      () -> new AttemptId("owner-" + owners.incrementAndGet()),
                      () -> 0L,
                      scheduler::sleep))
              .handler((message, delivery) -> varied ? variedHandler() : HandlerResult.completed())
              .build();
    }

    void handle(int messages) {
      ended.set(false);
      SQSEvent event =
          SqsEvents.of(
              IntStream.range(0, messages)
                  .mapToObj(
                      i -> SqsRecord.of("orders", "m-" + ids.incrementAndGet()).body("order-" + i))
                  .toArray(SqsRecord[]::new));
      process.start(
          () -> {
            consumer.handle(event, new TestContext(process.clock(), TIMEOUT));
            ended.set(true);
          });
      while (scheduler.step()) {
        // Until nothing is left to do.
      }
    }

    private HandlerResult variedHandler() throws InterruptedException {
      switch (choices.next(4)) {
        case 0 -> scheduler.sleep(Duration.ofMillis(choices.next(30)));
        case 1 -> throw new IllegalStateException("busy");
        default -> {}
      }
      return HandlerResult.completed();
    }

    private void call() {
      try {
        scheduler.sleep(Duration.ofMillis(5 + choices.next(20)));
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A store each of whose requests takes its time; of a varied batch some groups are lost. */
  private static final class SlowStore extends ForwardingStore implements GroupWriter {
    private final AtomicInteger requests = new AtomicInteger();
    private final GroupWriter groups;
    private final Runnable call;
    private final Choices choices;
    private final boolean varied;

    SlowStore(InMemoryStore memory, Runnable call, Choices choices, boolean varied) {
      super(memory);
      this.groups = memory.groups().orElseThrow();
      this.call = call;
      this.choices = choices;
      this.varied = varied;
    }

    @Override
    public Optional<GroupWriter> groups() {
      return Optional.of(this);
    }

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
      request();
      if (varied && choices.next(8) == 7) {
        throw new StoreException(StoreException.Kind.UNREACHABLE, "No answer", "Try again", null);
      }
      groups.write(writes, (index, result) -> answer(index, writes.size(), result, answers));
    }

    /** One half comes later, as when what refused it has to be read. */
    private void answer(int index, int size, Optional<WriteResult> result, Answers answers) {
      if (varied && index == size / 2) {
        call.run();
      }
      answers.answer(index, result);
    }

    @Override
    public WriteResult write(Write write) {
      request();
      return super.write(write);
    }

    private void request() {
      requests.incrementAndGet();
      call.run();
    }
  }
}
