package dev.effectivelyonce.tests.storm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.logging.log4j.ThreadContext;

/**
 * Drives one warm consumer with many invocations at once until every message is acknowledged or
 * dead-lettered, and notes whatever is not as promised.
 */
final class Storm {
  /** Invocations that run at once, each on a platform thread, as on Lambda Managed Instances. */
  static final int INVOCATIONS = 64;

  /** Lets others go on in between. */
  private static final long MOMENT_NANOS = 20_000;

  private static final long LOOK_MILLIS = 10;
  private static final int MOST_LOOKS = 2_000;

  final InMemoryStore store = new InMemoryStore();
  final Books books;
  private final Traffic traffic;
  private final int messages;
  private final Map<Integer, Invocation> current = new ConcurrentHashMap<>();
  private final Map<Thread, Invocation> byThread = new ConcurrentHashMap<>();
  private final Map<Integer, Integer> latestOfGroup = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private final CountDownLatch allInside = new CountDownLatch(INVOCATIONS);

  Storm(int orders, Traffic traffic) {
    this.books = new Books(orders);
    this.traffic = traffic;
    int all = 0;
    for (int order = 0; order < orders; order++) {
      all += Copy.of(order);
    }
    this.messages = all;
  }

  /** Runs to the end, or to the first breach. */
  void run(Function<SQSEvent, SQSBatchResponse> consumer) throws InterruptedException {
    try (ExecutorService threads = Executors.newFixedThreadPool(INVOCATIONS)) {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < INVOCATIONS; i++) {
        workers.add(threads.submit(() -> work(consumer)));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } catch (ExecutionException e) {
      books.breach("an invocation failed: " + e.getCause());
    }
    if (!books.isBroken()) {
      books.close(this::record);
    }
  }

  Optional<IdempotencyRecord> record(int order) {
    return store.find(RecordId.of(Consumers.NAME, BusinessKey.of(Copy.orderId(order))));
  }

  private void work(Function<SQSEvent, SQSBatchResponse> consumer) {
    while (!books.isBroken() && settled() < messages) {
      List<Copy> batch = traffic.next();
      if (batch.isEmpty()) {
        LockSupport.parkNanos(MOMENT_NANOS);
      } else {
        invoke(new Invocation(numbers.getAndIncrement(), batch, books), consumer);
      }
    }
  }

  private long settled() {
    return books.acknowledged.sum() + books.deadLettered.sum();
  }

  private void invoke(Invocation invocation, Function<SQSEvent, SQSBatchResponse> consumer) {
    current.put(invocation.number, invocation);
    byThread.put(Thread.currentThread(), invocation);
    SQSBatchResponse response = consumer.apply(event(invocation));
    List<String> reported =
        response.getBatchItemFailures().stream().map(BatchItemFailure::getItemIdentifier).toList();
    List<Copy> again = invocation.answered(reported, this::record);
    current.remove(invocation.number);
    traffic.handled(invocation.batch, again);
  }

  private SQSEvent event(Invocation invocation) {
    return SqsEvents.of(
        invocation.batch.stream().map(copy -> traffic.record(copy, invocation.number)).toList());
  }

  /** The batch whose answer this thread is writing. */
  Invocation mine() {
    return Optional.ofNullable(byThread.get(Thread.currentThread())).orElseThrow();
  }

  /** The handler. */
  HandlerResult handle(Payload payload, Delivery delivery) throws Exception {
    Invocation invocation = invocation(delivery);
    Copy copy = invocation.copy(delivery.message().messageId().orElse("none")).orElseThrow();
    if (invocation.number < INVOCATIONS && invocation.hasRun.compareAndSet(false, true)) {
      meetTheOthers();
    }
    checkOwn(copy, payload, delivery);
    int others = books.running.getAndIncrement(copy.order());
    books.check(others == 0, copy.orderId() + " ran in " + (others + 1) + " handlers at once");
    books.runs.incrementAndGet(copy.order());
    try {
      LockSupport.parkNanos(MOMENT_NANOS);
      checkOwn(copy, payload, delivery);
      return effect(copy, delivery, invocation);
    } finally {
      books.running.decrementAndGet(copy.order());
    }
  }

  private void meetTheOthers() throws InterruptedException {
    allInside.countDown();
    for (int look = 0; look < MOST_LOOKS && !books.isBroken(); look++) {
      if (allInside.await(LOOK_MILLIS, MILLISECONDS)) {
        return;
      }
    }
    books.breach("not all invocations ran at once");
  }

  private Invocation invocation(Delivery delivery) {
    String batch = delivery.message().attributes().getOrDefault(Copy.BATCH, "-1");
    return Optional.ofNullable(current.get(Integer.valueOf(batch))).orElseThrow();
  }

  private void checkOwn(Copy copy, Payload payload, Delivery delivery) {
    books.check(
        payload.orderId().equals(copy.orderId()) && payload.amountCents() == copy.amountCents(),
        copy + " got the payload " + payload);
    books.check(
        delivery.attempt().key().readable().equals(copy.orderId()),
        copy + " got the attempt " + delivery.attempt());
    books.check(
        copy.id().equals(ThreadContext.get("messageId"))
            && copy.traceId().equals(ThreadContext.get("traceId")),
        copy + " logs as " + ThreadContext.getImmutableContext());
  }

  private HandlerResult effect(Copy copy, Delivery delivery, Invocation invocation) {
    boolean first = delivery.attempt().isFirst();
    if (copy.fate() == Fate.REFUSED) {
      invocation.failed(copy);
      return HandlerResult.fail("refused");
    }
    if (first && copy.fate() == Fate.FAILS_ONCE) {
      invocation.failed(copy);
      return HandlerResult.retry("busy");
    }
    if (first && copy.fate() == Fate.THROWS_ONCE) {
      invocation.failed(copy);
      throw new IllegalStateException("broken");
    }
    books.effects.incrementAndGet(copy.order());
    if (delivery.message().isFifo()) {
      int before = latestOfGroup.merge(copy.group(), copy.order(), Math::max);
      books.check(before == copy.order(), copy + " came behind order " + before);
    }
    return HandlerResult.completed(payloadOf(copy));
  }

  private static Payload payloadOf(Copy copy) {
    return new Payload(copy.orderId(), copy.amountCents());
  }
}
