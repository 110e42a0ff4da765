package dev.effectivelyonce.tests.storm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.TestContext;
import dev.effectivelyonce.tests.storm.Copy.Fate;
import dev.effectivelyonce.tests.storm.Copy.Payload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.logging.log4j.ThreadContext;

/**
 * Drives one warm consumer with many invocations at once until every message is acknowledged or
 * dead-lettered, and notes whatever is not as promised.
 */
final class Storm {
  /** Invocations that run at once, each on a platform thread, as on Lambda Managed Instances. */
  static final int INVOCATIONS = 64;

  private static final ConsumerName ORDERS = new ConsumerName("orders");
  private static final int MOST_BREACHES = 20;

  /** Lets others go on in between. */
  private static final long MOMENT_NANOS = 20_000;

  private static final long LOOK_MILLIS = 10;
  private static final int MOST_LOOKS = 2_000;

  final InMemoryStore store = new InMemoryStore();
  final LongAdder batches = new LongAdder();
  final LongAdder acknowledged = new LongAdder();
  final LongAdder deadLettered = new LongAdder();
  private final int orders;
  private final Traffic traffic;
  private final AtomicIntegerArray running;
  private final AtomicIntegerArray runs;
  private final AtomicIntegerArray effects;
  private final Queue<String> breaches = new ConcurrentLinkedQueue<>();
  private final Map<Integer, Invocation> current = new ConcurrentHashMap<>();
  private final Map<Thread, Invocation> byThread = new ConcurrentHashMap<>();
  private final Map<Integer, Integer> latestOfGroup = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private final CountDownLatch allInside = new CountDownLatch(INVOCATIONS);

  Storm(int orders, Traffic traffic) {
    this.orders = orders;
    this.traffic = traffic;
    this.running = new AtomicIntegerArray(orders);
    this.runs = new AtomicIntegerArray(orders);
    this.effects = new AtomicIntegerArray(orders);
  }

  /**
   * One consumer for all invocations. Time stands still, so that no lease lapses; a pause lets
   * other lanes go first, so that their writes are grouped.
   */
  Function<SQSEvent, SQSBatchResponse> warm(IdempotencyStore records, TransitionObserver observer) {
    ManualClock clock = new ManualClock();
    AtomicLong owners = new AtomicLong();
    SqsConsumer<Payload> consumer =
        SqsConsumer.of(
                MessageIdentity.of(ORDERS.value(), Payload.class, MessageKey.of(Payload::orderId)))
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .store(records)
            .retention(Duration.ofDays(19))
            .visibility(
                (changes, deadline) ->
                    Optional.ofNullable(byThread.get(Thread.currentThread()))
                        .orElseThrow()
                        .changed(changes))
            .observer(observer)
            .platform(
                new Platform(
                    clock,
                    () -> new AttemptId("owner-" + owners.incrementAndGet()),
                    () -> ThreadLocalRandom.current().nextLong(),
                    pause -> LockSupport.parkNanos(1)))
            .handler(this::handle)
            .build();
    TestContext context = new TestContext(clock, Duration.ofSeconds(30));
    return event -> consumer.handle(event, context);
  }

  /** Runs to the end, or to the first breach; returns the breaches. */
  List<String> run(Function<SQSEvent, SQSBatchResponse> consumer) throws InterruptedException {
    try (ExecutorService threads = Executors.newFixedThreadPool(INVOCATIONS)) {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < INVOCATIONS; i++) {
        workers.add(threads.submit(() -> work(consumer)));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } catch (ExecutionException e) {
      check(false, "an invocation failed: " + e.getCause());
    }
    if (breaches.isEmpty()) {
      IntStream.range(0, orders).forEach(this::close);
    }
    return List.copyOf(breaches);
  }

  private void close(int order) {
    Fate fate = Fate.of(order);
    String name = Copy.orderId(order) + " (" + fate + ")";
    int effectsDue = fate.end == Status.COMPLETED ? 1 : 0;
    check(effects.get(order) == effectsDue, name + " has " + effects.get(order) + " effects");
    check(runs.get(order) == fate.runs, name + " ran " + runs.get(order) + " times");
    check(status(order) == fate.end, name + " ended as " + status(order));
  }

  void check(boolean asPromised, String otherwise) {
    if (!asPromised && breaches.size() < MOST_BREACHES) {
      breaches.add(otherwise);
    }
  }

  Optional<IdempotencyRecord> record(int order) {
    return store.find(RecordId.of(ORDERS, BusinessKey.of(Copy.orderId(order))));
  }

  Status status(int order) {
    return record(order).map(IdempotencyRecord::status).orElse(Status.UNKNOWN);
  }

  private void work(Function<SQSEvent, SQSBatchResponse> consumer) {
    int messages = IntStream.range(0, orders).map(Copy::of).sum();
    while (breaches.isEmpty() && acknowledged.sum() + deadLettered.sum() < messages) {
      List<Copy> batch = traffic.next();
      if (batch.isEmpty()) {
        LockSupport.parkNanos(MOMENT_NANOS);
      } else {
        invoke(new Invocation(numbers.getAndIncrement(), batch, this), consumer);
      }
    }
  }

  private void invoke(Invocation invocation, Function<SQSEvent, SQSBatchResponse> consumer) {
    current.put(invocation.number, invocation);
    byThread.put(Thread.currentThread(), invocation);
    SQSEvent event =
        SqsEvents.of(
            invocation.batch.stream()
                .map(copy -> copy.inBatch(invocation.number, traffic.isFifo))
                .toList());
    List<Copy> again = invocation.answered(SqsEvents.failed(consumer.apply(event)));
    current.remove(invocation.number);
    traffic.handled(invocation.batch, again);
  }

  private HandlerResult handle(Payload payload, Delivery delivery) throws Exception {
    String batch = delivery.message().attributes().getOrDefault(Copy.BATCH, "-1");
    Invocation invocation = Optional.ofNullable(current.get(Integer.valueOf(batch))).orElseThrow();
    Copy copy = invocation.copy(delivery.message().messageId().orElse("none"));
    if (invocation.number < INVOCATIONS && invocation.hasRun.compareAndSet(false, true)) {
      meetTheOthers();
    }
    checkOwn(copy, payload, delivery);
    int others = running.getAndIncrement(copy.order());
    check(
        others == 0, Copy.orderId(copy.order()) + " ran in " + (others + 1) + " handlers at once");
    runs.incrementAndGet(copy.order());
    try {
      LockSupport.parkNanos(MOMENT_NANOS);
      checkOwn(copy, payload, delivery);
      return effect(copy, delivery, invocation);
    } finally {
      running.decrementAndGet(copy.order());
    }
  }

  private void meetTheOthers() throws InterruptedException {
    allInside.countDown();
    for (int look = 0; look < MOST_LOOKS && breaches.isEmpty(); look++) {
      if (allInside.await(LOOK_MILLIS, MILLISECONDS)) {
        return;
      }
    }
    check(false, "not all invocations ran at once");
  }

  private void checkOwn(Copy copy, Payload payload, Delivery delivery) {
    check(payload.equals(copy.payload()), copy + " got the payload " + payload);
    check(
        delivery.attempt().key().readable().equals(Copy.orderId(copy.order())),
        copy + " got the attempt " + delivery.attempt());
    check(
        copy.id().equals(ThreadContext.get("messageId"))
            && copy.traceId().equals(ThreadContext.get("traceId")),
        copy + " logs as " + ThreadContext.getImmutableContext());
  }

  private HandlerResult effect(Copy copy, Delivery delivery, Invocation invocation) {
    Fate fate = copy.fate();
    if (fate == Fate.REFUSED || (fate.runs == 2 && delivery.attempt().isFirst())) {
      invocation.failed.add(copy.id());
      return switch (fate) {
        case REFUSED -> HandlerResult.fail("refused");
        case FAILS_ONCE -> HandlerResult.retry("busy");
        default -> throw new IllegalStateException("broken");
      };
    }
    effects.incrementAndGet(copy.order());
    if (delivery.message().isFifo()) {
      int before = latestOfGroup.merge(copy.group(), copy.order(), Math::max);
      check(before == copy.order(), copy + " came behind order " + before);
    }
    return HandlerResult.completed(copy.payload());
  }
}
