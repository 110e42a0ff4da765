package dev.effectivelyonce.worker;

import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.sqs.BatchHost;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsMessage;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * Receives messages of a queue in a process of its own, hands them to an {@link SqsConsumer}, and
 * deletes those that are done. It asks for messages while it has room for them, and handles each
 * receive as a batch on virtual threads.
 *
 * <p>On {@link #stop} it receives no more. Handlers that run end, their messages are deleted, and
 * what has not begun goes back to the queue. A process that is killed instead leaves its messages
 * to others, which take the claims over when their leases end.
 */
public final class SqsWorker extends Worker {
  private static final Logger LOG = LoggerFactory.getLogger(SqsWorker.class);
  private static final int MOST_OF_A_RECEIVE = 10;
  private static final Backoff AFTER_FAULTS =
      new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

  private final SqsConsumer<?> consumer;
  private final WorkerQueue queue;
  private final Room room;
  private final int receivers;
  private final Platform platform;
  private final ThreadFactory threads;
  private final Deletions deletions;
  private final AtomicReference<@Nullable Thread> deleting = new AtomicReference<>();
  private final AtomicBoolean ended = new AtomicBoolean();

  SqsWorker(
      SqsConsumer<?> consumer,
      WorkerQueue queue,
      Room room,
      int receivers,
      Duration grace,
      Optional<InetSocketAddress> healthAddress,
      Platform platform,
      ThreadFactory threads) {
    super(consumer.terms().name().value(), grace, healthAddress);
    this.consumer = consumer;
    this.queue = queue;
    this.room = room;
    this.receivers = receivers;
    this.platform = platform;
    this.threads = threads;
    this.deletions = new Deletions(queue.sqs(), queue.url(), this::failIfFatal);
  }

  /**
   * Returns a builder for a worker.
   *
   * @param consumer a consumer with a {@linkplain
   *     dev.effectivelyonce.sqs.SqsConsumerBuilder#heartbeat heartbeat}
   */
  public static SqsWorkerBuilder of(SqsConsumer<?> consumer) {
    return new SqsWorkerBuilder(consumer);
  }

  @Override
  void begin() {
    SourceFacts facts = queue.facts(consumer.terms());
    Thread deleter = threads.newThread(this::delete);
    deleter.start();
    deleting.set(deleter);
    for (int each = 0; each < receivers; each++) {
      threads.newThread(() -> receive(facts)).start();
    }
    LOG.info(
        "Receiving messages of {} for the consumer '{}'",
        facts.arn(),
        consumer.terms().name().value());
  }

  @Override
  void receiveNoMore() {
    room.close();
  }

  /**
   * A process that can't go on leaves a receive that is under way: what it brought would be
   * received once more in vain, and its successor would wait for it.
   */
  @Override
  boolean awaitEnd(Duration longest) throws InterruptedException {
    return isFailed() ? room.awaitNothingHeld(longest) : room.awaitEmpty(longest);
  }

  @Override
  void end() {
    boolean isFirst = ended.compareAndSet(false, true);
    Thread thread = deleting.getAndSet(null);
    if (thread != null) {
      thread.interrupt();
    }
    if (isFirst) {
      queue.close();
    }
  }

  @Override
  Instant now() {
    return platform.clock().instant();
  }

  @Override
  int held() {
    return room.held();
  }

  private void receive(SourceFacts facts) {
    String id = platform.owners().get().value();
    int faults = 0;
    try {
      for (int most = take(); most > 0; most = take()) {
        if (isReceived(most, facts, id)) {
          faults = 0;
          id = platform.owners().get().value();
        } else {
          faults++;
          platform.pause().pause(AFTER_FAULTS.after(faults, platform.random()));
        }
      }
    } catch (InterruptedException e) {
      failIfRunning(e);
    } catch (Throwable thrown) {
      // Such as no memory: no one would see that nothing is received any more.
      fail(thrown);
    }
  }

  private void delete() {
    try {
      deletions.run();
    } catch (InterruptedException e) {
      if (!ended.get()) {
        failIfRunning(e);
      }
    } catch (Throwable thrown) {
      fail(thrown);
    }
  }

  private int take() throws InterruptedException {
    return room.take(Math.min(MOST_OF_A_RECEIVE, consumer.terms().concurrency()));
  }

  private boolean isReceived(int most, SourceFacts facts, String id) {
    List<Message> messages;
    long bytes;
    try {
      messages = queue.receive(most, facts.visibility(), id);
      bytes = messages.stream().mapToLong(SqsWorker::size).sum();
    } catch (Throwable thrown) {
      // Whatever it is, a receiver that ends in silence would stop the queue.
      answered(WorkerStatus.Queue.AWAY);
      room.fill(most, 0, 0);
      LOG.warn("No messages could be received. It is tried again.", thrown);
      failIfFatal(thrown);
      return false;
    }
    answered(WorkerStatus.Queue.ANSWERS);
    room.fill(most, messages.size(), bytes);
    if (!messages.isEmpty()) {
      begin(messages, facts);
    }
    return true;
  }

  private void begin(List<Message> messages, SourceFacts facts) {
    Batch batch = new Batch(messages, facts);
    try {
      if (isStopping()) {
        batch.giveBack();
      } else {
        Thread.ofVirtual().name("batch").start(batch);
      }
    } catch (Throwable thrown) {
      // Such as no memory for a thread.
      LOG.error("{} messages were not handled. They come back.", messages.size(), thrown);
      batch.end();
      failIfFatal(thrown);
    }
  }

  private void leave(Message message) {
    room.leave(size(message));
  }

  /** The characters of the body, of which most have one byte. */
  private static long size(Message message) {
    return message.body().length();
  }

  /** The messages of one receive. */
  private final class Batch implements Runnable, BatchHost {
    private final Map<String, Message> open;
    private final List<Message> messages;
    private final SourceFacts facts;

    Batch(List<Message> messages, SourceFacts facts) {
      this.messages = messages;
      this.facts = facts;
      this.open =
          messages.stream()
              .collect(
                  Collectors.toMap(
                      Message::receiptHandle,
                      Function.identity(),
                      (one, other) -> one,
                      ConcurrentHashMap::new));
    }

    @Override
    public void run() {
      try {
        consumer.handle(ReceivedEvents.event(messages, facts.arn()), this);
      } catch (FatalProcessError error) {
        fail(error);
      } catch (Throwable thrown) {
        LOG.error("A batch failed. Its messages that are not done come back.", thrown);
      } finally {
        end();
      }
    }

    @Override
    public Duration left() {
      return facts.attempt();
    }

    /** What is given back while a receive is under way would come back by it, and lose one more. */
    @Override
    public boolean isStopping() {
      boolean isStopping = SqsWorker.this.isStopping();
      if (isStopping && !isFailed()) {
        room.awaitNothingAsked();
      }
      return isStopping;
    }

    @Override
    public void done(SqsMessage message) {
      take(message).ifPresent(done -> deletions.add(done.receiptHandle(), () -> leave(done)));
    }

    @Override
    public void kept(SqsMessage message) {
      take(message).ifPresent(SqsWorker.this::leave);
    }

    @Override
    public void fatal(FatalProcessError error) {
      fail(error);
    }

    private Optional<Message> take(SqsMessage message) {
      return message.receiptHandle().flatMap(handle -> Optional.ofNullable(open.remove(handle)));
    }

    /** If this process can't go on, its successor may fail by them at once: they stay hidden. */
    void giveBack() {
      if (!isFailed()) {
        queue.giveBack(messages);
      }
      end();
    }

    /** Gives back the room of messages of which nothing was heard. */
    private void end() {
      messages.stream()
          .flatMap(message -> Optional.ofNullable(open.remove(message.receiptHandle())).stream())
          .forEach(SqsWorker.this::leave);
    }
  }
}
