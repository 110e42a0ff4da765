package dev.effectivelyonce.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.sqs.LocalSqs;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.sqs.SqsDeadLetters;
import dev.effectivelyonce.sqs.SqsVisibility;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.worker.WorkerStatus.State;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;

/** A worker on a queue of ElasticMQ. */
class SqsWorkerTest {
  private static final Duration SOON = Duration.ofMinutes(1);

  private final InMemoryStore store = new InMemoryStore();
  private final BlockingQueue<String> ran = new LinkedBlockingQueue<>();
  private final Set<String> failed = ConcurrentHashMap.newKeySet();
  private final CountDownLatch waiting = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private LocalQueue queue = LocalQueue.standard();
  private SqsWorker worker = worker(this::run);

  @AfterEach
  void endWorker() {
    end.countDown();
    worker.close();
  }

  @Test
  void anEventRunsOnceAndItsCopiesAreDeleted() throws Exception {
    queue.send("O-1", "O-2", "O-1");
    worker.start();

    assertThat(List.of(next(), next())).containsExactlyInAnyOrder("O-1", "O-2");
    until(queue::isEmpty);
    queue.send("O-1");
    until(queue::isEmpty);
    assertThat(ran).isEmpty();
  }

  @Test
  void whatFailsComesBackByItsBackoffAndEndsInTheDeadLetterQueue() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    worker =
        worker(
            (order, delivery) -> {
              attempts.incrementAndGet();
              throw new IllegalStateException("The card was declined");
            });
    queue.send("O-1");
    worker.start();

    until(() -> !queue.dead().isEmpty());

    assertThat(attempts).hasValue(LocalQueue.MAX_RECEIVES);
  }

  @Test
  void aGroupRunsInOrderAndWaitsForNoOther() throws Exception {
    queue = LocalQueue.fifo();
    worker = worker(this::run);
    queue.sendTo("a", "wait", "A-2");
    queue.sendTo("b", "B-1", "B-2");
    worker.start();

    assertThat(List.of(next(), next())).containsExactly("B-1", "B-2");
    end.countDown();
    assertThat(List.of(next(), next())).containsExactly("wait", "A-2");
    until(queue::isEmpty);
  }

  @Test
  void whatIsDoneIsDeletedWhileTheRestOfItsGroupRuns() throws Exception {
    queue = LocalQueue.fifo();
    worker = worker(this::run);
    queue.sendTo("a", "A-1", "wait");
    worker.start();
    waiting.await();

    until(() -> worker.status().messages() == 1);
  }

  @Test
  void whatFailedComesBackOrIsMovedWhileItsBatchRuns() throws Exception {
    worker = movingLetters(this::runOrFail);
    queue.send("wait", "fails once", "fails for good");
    worker.start();

    assertThat(next()).isEqualTo("fails once");
    until(() -> worker.status().messages() == 1);
    end.countDown();
    until(queue::isEmpty);
    assertThat(queue.dead().keySet()).singleElement().asString().contains("fails for good");
  }

  private HandlerResult runOrFail(Order order, Object delivery) throws InterruptedException {
    if (order.orderId().equals("fails once") && failed.add(order.orderId())) {
      throw new IllegalStateException("The gateway is away");
    }
    return order.orderId().equals("fails for good")
        ? HandlerResult.fail("There is no such customer")
        : run(order, delivery);
  }

  @Test
  void aMessageThatCannotBeDeletedIsTriedAgainAndComesBackAsADuplicateInTheEnd() throws Exception {
    AtomicInteger refusals = new AtomicInteger(2);
    worker = builder(this::run).client(LocalSqs.client(new Refusing(refusals))).build();
    queue.send("O-1");
    worker.start();
    until(queue::isEmpty);
    refusals.set(Integer.MAX_VALUE);
    queue.send("O-2");
    assertThat(List.of(next(), next())).containsExactly("O-1", "O-2");

    until(() -> worker.status().messages() == 0);

    assertThat(queue.isEmpty()).isFalse();
  }

  @Test
  void noMoreIsReceivedThanThereIsRoomFor() throws Exception {
    worker = builder(this::run).maxMessages(2).build();
    queue.send("wait", "wait-2", "O-3");
    worker.start();
    until(() -> worker.status().messages() == 2);

    assertThat(queue.visible()).hasSize(1);
  }

  @Test
  void aStopEndsWhatRunsAndGivesTheRestBack() throws Exception {
    queue = LocalQueue.fifo();
    worker = worker(this::run);
    queue.sendTo("a", "wait", "A-2");
    worker.start();
    waiting.await();
    worker.stop();
    assertThat(worker.status().state()).isEqualTo(State.STOPPING);

    end.countDown();
    worker.close();

    assertThat(worker.status().state()).isEqualTo(State.STOPPED);
    assertThat(ran).containsExactly("wait");
    // The second message may have come in the receive of the first, and loses no other one.
    assertThat(visible().values()).singleElement().isIn("1", "2");
  }

  @Test
  void whatAPendingReceiveBringsAfterAStopIsVisibleAtOnce() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    worker = builder(this::run).client(LocalSqs.client(new Asking(asked))).build();
    worker.start();
    asked.await();
    worker.stop();
    queue.send("O-1");

    worker.close();

    assertThat(ran).isEmpty();
    assertThat(visible().values()).containsExactly("2");
  }

  @Test
  void aStopWaitsNoLongerThanItsGrace() throws Exception {
    worker = builder(this::run).grace(Duration.ofMillis(10)).build();
    queue.send("wait");
    worker.start();
    waiting.await();

    worker.close();

    assertThat(worker.status().state()).isEqualTo(State.STOPPED);
    assertThat(worker.status().messages()).isPositive();
  }

  @Test
  void aProcessThatCannotGoOnEndsTheWorkerWithItsErrorWhateverElseRuns() {
    worker =
        builder(
                (order, delivery) -> {
                  if (order.orderId().equals("wait")) {
                    return run(order, delivery);
                  }
                  throw new OutOfMemoryError("Java heap space");
                })
            .grace(Duration.ZERO)
            .build();
    queue.send("wait", "O-1");

    assertThatThrownBy(worker::run).isInstanceOf(FatalProcessError.class);
    assertThat(worker.status().isLive()).isFalse();
  }

  @Test
  void aProcessThatCannotGoOnDoesNotWaitForItsReceive() throws Exception {
    CountDownLatch asked = new CountDownLatch(2);
    ExecutionInterceptor holding =
        new ExecutionInterceptor() {
          @Override
          public void beforeExecution(
              Context.BeforeExecution context, ExecutionAttributes attributes) {
            if (context.request() instanceof ReceiveMessageRequest) {
              asked.countDown();
              if (asked.getCount() == 0) {
                awaitEnd();
              }
            }
          }
        };
    worker =
        builder(
                (order, delivery) -> {
                  asked.await();
                  throw new OutOfMemoryError("Java heap space");
                })
            .client(LocalSqs.client(holding))
            .grace(Duration.ofHours(1))
            .build();
    queue.send("O-1");
    worker.start();
    until(() -> !worker.status().isLive());

    Thread closing = Thread.ofVirtual().start(worker::close);

    assertThat(closing.join(SOON)).as("It ends").isTrue();
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aDeletionThatShowsThatTheProcessCannotGoOnEndsTheWorkerToo() {
    ExecutionInterceptor failing =
        new ExecutionInterceptor() {
          @Override
          public void beforeExecution(
              Context.BeforeExecution context, ExecutionAttributes attributes) {
            if (context.request() instanceof DeleteMessageBatchRequest) {
              throw new OutOfMemoryError("Java heap space");
            }
          }
        };
    worker = builder(this::run).client(LocalSqs.client(failing)).grace(Duration.ZERO).build();
    queue.send("O-1");

    assertThatThrownBy(worker::run).isInstanceOf(FatalProcessError.class);
  }

  @Test
  void aHostIsToldWhetherItLivesAndIsReady() throws Exception {
    worker =
        builder(this::run)
            .health(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .build();
    queue.send("O-1");
    worker.start();
    next();

    assertThat(answer("/live")).isEqualTo(200);
    assertThat(answer("/ready")).isEqualTo(200);
    worker.stop();
    assertThat(answer("/live")).isEqualTo(200);
    assertThat(answer("/ready")).isEqualTo(503);
  }

  @Test
  void aClientThatSendsHalfARequestKeepsNoOtherWaiting() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    worker = builder(this::run).health(new InetSocketAddress(loopback, 0)).build();
    worker.start();
    try (Socket half = new Socket(loopback, worker.healthPort().orElseThrow())) {
      half.getOutputStream().write("GET /li".getBytes(StandardCharsets.US_ASCII));

      assertThat(answer("/live")).isEqualTo(200);
    }
  }

  private int answer(String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + worker.healthPort().orElseThrow() + path);
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
          .statusCode();
    }
  }

  @Test
  void aWorkerStartsOnce() {
    worker.start();
    assertThatThrownBy(worker::start).hasMessageContaining("Build another one");
  }

  @Test
  void anObservingConsumerNeedsNoHeartbeat() throws Exception {
    worker = of(consumer(this::run).mode(ConsumerMode.OBSERVE)).build();
    queue.send("O-1");
    worker.start();
    assertThat(next()).isEqualTo("O-1");
    until(queue::isEmpty);
  }

  @Test
  void aReceiverThatCannotGoOnEndsTheWorker() throws Exception {
    Platform system = Platform.system();
    Queue<AttemptId> ids = new ConcurrentLinkedQueue<>(List.of(system.owners().get()));
    worker =
        builder(this::run)
            .platform(
                new Platform(
                    system.clock(), ids::remove, system.random(), system.pause(), system.timers()))
            .build();

    worker.start();

    until(() -> !worker.status().isLive());
  }

  @Test
  void aReceiverThatIsInterruptedEndsTheWorker() {
    Platform system = Platform.system();
    worker =
        builder(this::run)
            .platform(
                new Platform(
                    system.clock(),
                    () -> {
                      Thread.currentThread().interrupt();
                      return system.owners().get();
                    },
                    system.random(),
                    system.pause(),
                    system.timers()))
            .build();

    assertThatThrownBy(worker::run).hasMessage("A thread of the worker was interrupted");
    assertThat(worker.status().isLive()).isFalse();
  }

  /** Deletions without an answer, for a number of times. */
  private record Refusing(AtomicInteger left) implements ExecutionInterceptor {
    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
      if (context.request() instanceof DeleteMessageBatchRequest && left.getAndDecrement() > 0) {
        throw SdkClientException.create("The connection was reset");
      }
    }
  }

  /** Sees that messages were asked for. */
  private record Asking(CountDownLatch seen) implements ExecutionInterceptor {
    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes attributes) {
      if (context.request() instanceof ReceiveMessageRequest) {
        seen.countDown();
      }
    }
  }

  private HandlerResult run(Order order, Object delivery) throws InterruptedException {
    if (order.orderId().startsWith("wait")) {
      waiting.countDown();
      end.await();
    }
    ran.add(order.orderId());
    return HandlerResult.completed();
  }

  private SqsConsumerBuilder<Order> consumer(MessageHandler<Order> handler) {
    return SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId)))
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(store)
        .retention(Duration.ofDays(19))
        .maxReceiveCount(LocalQueue.MAX_RECEIVES)
        .backoff(new Backoff(Duration.ZERO, Duration.ZERO))
        .visibility(new SqsVisibility(() -> LocalQueue.sqs(), Clock.systemUTC()))
        .handler(handler);
  }

  /** A worker whose consumer sends what failed for good to the dead-letter queue itself. */
  private SqsWorker movingLetters(MessageHandler<Order> handler) {
    SqsDeadLetters letters =
        new SqsDeadLetters(LocalQueue::sqs, Clock.systemUTC(), queue.letters());
    return of(consumer(handler).heartbeat(Duration.ofMinutes(1)).deadLetters(letters)).build();
  }

  private SqsWorkerBuilder of(SqsConsumerBuilder<Order> consumer) {
    return SqsWorker.of(consumer.build())
        .queue(queue.url())
        .longPoll(Duration.ofSeconds(1))
        .client(LocalQueue.sqs());
  }

  private SqsWorkerBuilder builder(MessageHandler<Order> handler) {
    return of(consumer(handler).heartbeat(Duration.ofMinutes(1)));
  }

  private SqsWorker worker(MessageHandler<Order> handler) {
    return builder(handler).build();
  }

  /** What is visible first, and how often it was received. */
  private Map<String, String> visible() {
    Map<String, String> found = Map.of();
    for (int second = 0; found.isEmpty(); second++) {
      assertThat(second).as("seconds without a message").isLessThan((int) SOON.toSeconds());
      found = queue.visible();
    }
    return found;
  }

  private String next() throws InterruptedException {
    String order = ran.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(order).as("what ran next").isNotNull();
    return order;
  }

  private static void until(BooleanSupplier holds) throws InterruptedException {
    long end = System.nanoTime() + SOON.toNanos();
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }
}
