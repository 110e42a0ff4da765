package dev.effectivelyonce.worker;

import static dev.effectivelyonce.worker.MockTopic.FIRST;
import static dev.effectivelyonce.worker.MockTopic.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.kafka.KafkaConsumer;
import dev.effectivelyonce.kafka.KafkaDelivery;
import dev.effectivelyonce.kafka.KafkaIdentity;
import dev.effectivelyonce.kafka.KafkaKey;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.RecordingParking;
import dev.effectivelyonce.worker.WorkerStatus.Queue;
import dev.effectivelyonce.worker.WorkerStatus.State;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A worker on Kafka's client for tests. Most tests make each of its steps themselves. */
class KafkaWorkerTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final Duration SILENCE = Duration.ofSeconds(15);

  private final InMemoryStore store = new InMemoryStore();
  private final RecordingParking parking = new RecordingParking();
  private final ManualClock clock = new ManualClock();
  private final MockTopic topic = new MockTopic();
  private final BlockingQueue<String> ran = new LinkedBlockingQueue<>();
  private final Set<String> failed = ConcurrentHashMap.newKeySet();
  private final CountDownLatch waiting = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private PartitionLanes lanes = PartitionLanes.PARTITION;
  private Duration grace = SOON;
  private Optional<KafkaWorker> started = Optional.empty();

  @AfterEach
  void endWorker() {
    end.countDown();
    started.ifPresent(KafkaWorker::close);
  }

  @Test
  void partitionsRunSideBySideEachInOrderAndWhatIsDoneIsCommitted() {
    Stepped loop = stepped(topic);
    topic.assign("wait", "O-2");
    topic.add(SECOND, "O-3", "O-4");

    loop.until(() -> topic.log().contains("orders-1@2"));
    assertThat(ran).containsExactly("O-3", "O-4");
    assertThat(topic.log()).allMatch(it -> it.startsWith("orders-1@"));
    assertThat(topic.paused()).containsExactly(FIRST);

    end.countDown();
    loop.until(() -> topic.log().contains("orders-0@2"));
    assertThat(ran).containsExactly("O-3", "O-4", "wait", "O-2");
    topic.add(FIRST, "O-2", "O-5");
    loop.until(() -> topic.log().contains("orders-0@4"));
    assertThat(ran).endsWith("O-2", "O-5").hasSize(5);
  }

  @Test
  void whatFailedRunsAgainAfterItsBackoffAndHoldsUpItsPartitionAlone() {
    Stepped loop = stepped(topic);
    topic.assign("O-1", "fails once", "O-3");

    loop.until(() -> topic.log().contains("orders-0@1"));
    topic.add(SECOND, "O-4");
    loop.until(() -> topic.log().contains("orders-1@1"));
    assertThat(topic.paused()).containsExactly(FIRST);
    assertThat(ran).containsExactly("O-1", "O-4");

    clock.advance(Duration.ofSeconds(2));
    loop.until(() -> topic.log().contains("orders-0@3"));
    assertThat(ran).containsExactly("O-1", "O-4", "fails once", "O-3");
    loop.step();
    assertThat(topic.paused()).isEmpty();
  }

  @Test
  void aRecordThatWaitsIsTriedLessAndLessOften() {
    Stepped loop = stepped(topic);
    topic.assign("fails");

    loop.until(() -> failed.size() == 1);
    for (int tries = 2; tries <= 4; tries++) {
      int expected = tries;
      Duration least = new Backoff(Duration.ofSeconds(2), SOON).least(tries - 1);
      loop.settle();
      clock.advance(least.minusMillis(1));
      loop.settle();
      assertThat(failed).hasSize(tries - 1);
      clock.advance(least.plusMillis(1));
      loop.until(() -> failed.size() == expected);
    }
    assertThat(topic.log()).doesNotContain("orders-0@1");
  }

  @Test
  void whatFailsForGoodIsParkedThenCommitted() {
    Stepped loop = stepped(topic);
    topic.assign("fails for good", "O-2");
    parking.failNext(1);

    loop.until(() -> ran.contains("O-2"));
    loop.settle();
    assertThat(topic.log()).as("while it is not parked").doesNotContain("orders-0@1", "orders-0@2");
    clock.advance(Duration.ofSeconds(2));
    loop.until(() -> topic.log().contains("orders-0@2"));

    ParkedMessage parked = parking.messages().getLast();
    assertThat(parked.origin().source()).isEqualTo("one:9092");
    assertThat(parked.origin().partition()).isEqualTo("orders-0");
    assertThat(parked.origin().position()).isEqualTo("0");
    assertThat(parked.why()).isEqualTo("Failed before: never");
  }

  @Test
  void aLaneThatWaitsHoldsUpNoOtherAndTheLowestOffsetIsCommitted() {
    lanes = PartitionLanes.PARTITION_KEY;
    Stepped loop = stepped(topic);
    topic.assign("O-1");
    topic.addKeyed("a", "fails once");
    topic.addKeyed("b", "O-3");

    loop.until(() -> ran.contains("O-3") && topic.log().contains("orders-0@1"));
    clock.advance(Duration.ofSeconds(2));
    loop.until(() -> topic.log().contains("orders-0@3"));
    assertThat(ran).containsExactlyInAnyOrder("O-1", "O-3", "fails once");
  }

  @Test
  void whatIsDoneIsCommittedAfterFiftyRecords() {
    Stepped loop = stepped(topic);
    topic.assign(IntStream.range(0, 50).mapToObj(order -> "O-" + order).toArray(String[]::new));
    topic.add(FIRST, "wait", "O-50");

    loop.until(() -> waiting.getCount() == 0);
    assertThat(topic.log()).containsExactly("orders-0@50");
    end.countDown();
    loop.until(() -> topic.log().contains("orders-0@52"));
  }

  @Test
  void aCrashBeforeTheCommitRunsNothingAgain() {
    topic.loseCommits(Integer.MAX_VALUE);
    Stepped loop = stepped(topic);
    topic.assign("O-1", "O-2");
    loop.until(() -> ran.size() == 2);
    loop.settle();
    assertThat(topic.log()).isEmpty();

    MockTopic again = new MockTopic();
    Stepped next = stepped(again);
    again.assign("O-1", "O-2");
    next.until(() -> again.log().contains("orders-0@2"));

    assertThat(ran).containsExactly("O-1", "O-2");
  }

  @Test
  void aCommitThatFailsIsTriedAgain() {
    topic.loseCommits(2);
    Stepped loop = stepped(topic);
    topic.assign("O-1");
    loop.until(() -> topic.log().contains("orders-0@1"));
  }

  @Test
  void ofALostPartitionNothingIsCommittedAndItsNextReaderWaitsForTheHandlerThatRuns() {
    Stepped loop = stepped(topic);
    topic.assign("O-1", "wait", "O-3");
    loop.until(() -> waiting.getCount() == 0);
    topic.losePartitions(List.of(FIRST));

    MockTopic other = new MockTopic();
    Stepped next = stepped(other);
    other.assign("O-1", "wait", "O-3");
    next.until(() -> other.log().contains("orders-0@1"));
    assertThat(other.paused()).containsExactly(FIRST);

    end.countDown();
    loop.until(() -> ran.contains("wait"));
    loop.settle();
    assertThat(topic.log()).isEmpty();
    assertThat(ran).as("what the old one began").containsExactly("O-1", "wait");
    clock.advance(Duration.ofMinutes(2));
    next.until(() -> other.log().contains("orders-0@3"));
    assertThat(ran).containsExactly("O-1", "wait", "O-3");
  }

  @Test
  void aPartitionThatIsTakenAwayIsKeptUntilItsHandlerEndsAndThenCommitted() throws Exception {
    Stepped loop = stepped(topic);
    topic.assign("wait", "O-2");
    loop.until(() -> waiting.getCount() == 0);
    // The client calls the listener in a poll; the one for tests does in this call.
    Thread rebalance = Thread.ofPlatform().start(() -> topic.rebalance(List.of(SECOND)));
    until(() -> rebalance.getState() == Thread.State.TIMED_WAITING);

    end.countDown();
    rebalance.join();

    assertThat(ran).containsExactly("wait");
    assertThat(topic.log()).containsExactly("orders-0@1");
  }

  @Test
  void aPartitionThatIsTakenAwayWaitsNoLongerThanItsGrace() {
    grace = Duration.ZERO;
    Stepped loop = stepped(topic);
    topic.assign("wait", "O-2");
    loop.until(() -> waiting.getCount() == 0);

    topic.rebalance(List.of(SECOND));
    end.countDown();
    loop.until(() -> ran.contains("wait"));
    loop.settle();

    assertThat(topic.log()).isEmpty();
    assertThat(ran).containsExactly("wait");
  }

  @Test
  void aStopEndsWhatRunsCommitsItAndLeaves() throws Exception {
    KafkaWorker worker = started();
    topic.assign("wait", "O-2");
    waiting.await();
    worker.stop();
    assertThat(worker.status().state()).isEqualTo(State.STOPPING);
    assertThat(worker.status().messages()).isEqualTo(2);

    end.countDown();
    worker.close();

    assertThat(worker.status().state()).isEqualTo(State.STOPPED);
    assertThat(ran).containsExactly("wait");
    assertThat(topic.log()).endsWith("orders-0@1", "close");
  }

  @Test
  void aStopPollsOnWhileAHandlerRuns() throws Exception {
    KafkaWorker worker = started();
    topic.assign("wait");
    waiting.await();
    worker.stop();

    CountDownLatch polled = new CountDownLatch(3);
    for (int poll = 0; poll < 3; poll++) {
      topic.schedulePollTask(polled::countDown);
    }
    polled.await();
    topic.add(SECOND, "O-2");
    end.countDown();
    worker.close();

    assertThat(ran).containsExactly("wait");
  }

  @Test
  void whatIsDueAfterAStopDoesNotKeepTheProcessorBusy() {
    Stepped loop = stepped(topic);
    topic.assign("wait");
    topic.add(SECOND, "fails");
    loop.until(() -> waiting.getCount() == 0 && failed.size() == 1);
    loop.until(() -> loop.worker().status().messages() == 1);
    loop.step();
    assertThat(topic.longestWait()).as("until it is due").isPositive();

    loop.worker().stop();
    clock.advance(SOON);
    loop.step();

    assertThat(topic.longestWait()).isPositive();
    assertThat(failed).hasSize(1);
  }

  @Test
  void aStopWaitsNoLongerThanItsGrace() throws Exception {
    grace = Duration.ZERO;
    KafkaWorker worker = started();
    topic.assign("wait");
    waiting.await();

    worker.close();

    assertThat(worker.status().state()).isEqualTo(State.STOPPED);
    assertThat(worker.status().messages()).isPositive();
    assertThat(topic.log()).containsExactly("close");
  }

  @Test
  void aProcessThatCannotGoOnEndsTheWorkerWithItsErrorWhateverElseRuns() {
    grace = Duration.ZERO;
    KafkaWorker worker = worker(topic);
    topic.whenSubscribed(
        () -> {
          topic.assign("wait");
          topic.add(SECOND, "out of memory");
        });

    assertThatThrownBy(worker::run).isInstanceOf(FatalProcessError.class);
    assertThat(worker.status().isLive()).isFalse();
  }

  @Test
  void aProcessWhoseIdentityAnotherOneHasTakenEnds() {
    KafkaWorker worker = worker(topic);
    topic.setPollException(new FencedInstanceIdException("Fenced"));

    assertThatThrownBy(worker::run)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("group.instance.id")
        .hasMessageContaining("an id of its own");
  }

  @Test
  void aProcessThatKafkaRefusesEnds() {
    KafkaWorker worker = worker(topic);
    topic.setPollException(new GroupAuthorizationException("orders"));

    assertThatThrownBy(worker::run).isInstanceOf(GroupAuthorizationException.class);
    assertThat(worker.status().isLive()).isFalse();
  }

  @Test
  void aPollThatFailsIsTriedAgain() throws Exception {
    KafkaWorker worker = started();
    topic.assign("O-1");
    assertThat(ran.take()).isEqualTo("O-1");
    topic.setPollException(new TimeoutException("No answer"));
    topic.add(FIRST, "O-2");

    assertThat(ran.take()).isEqualTo("O-2");
    until(() -> worker.status().queue() == Queue.ANSWERS);
    assertThat(worker.status().isReady()).isTrue();
  }

  @Test
  void aWorkerIsNotReadyWhileNoBrokerAnswers() {
    KafkaWorker worker = started();
    topic.assign("O-1");
    until(() -> worker.status().isReady());

    clock.advance(SILENCE.plusSeconds(1));
    until(() -> worker.status().queue() == Queue.AWAY);
    topic.hear();
    until(() -> worker.status().isReady());
  }

  @Test
  void aPollThatIsSlowSaysNothingAboutBrokersThatAnswerMeanwhile() {
    Stepped loop = stepped(topic);
    loop.step();
    assertThat(loop.loop().isSilent(SILENCE)).isFalse();

    topic.schedulePollTask(
        () -> {
          clock.advance(SOON);
          topic.hear();
        });
    loop.step();
    assertThat(loop.loop().isSilent(SILENCE)).isFalse();
    clock.advance(SILENCE);
    assertThat(loop.loop().isSilent(SILENCE)).isFalse();
    clock.advance(Duration.ofMillis(1));
    assertThat(loop.loop().isSilent(SILENCE)).isTrue();
  }

  @Test
  void aPollingThreadThatIsInterruptedEndsTheWorker() {
    topic.setPollException(new TimeoutException("No answer"));
    KafkaWorker worker =
        new KafkaWorker(
            consumer(),
            () -> topic,
            "one:9092",
            times(),
            Optional.empty(),
            new Platform(
                clock,
                Platform.system().owners(),
                () -> 0L,
                pause -> {
                  throw new InterruptedException();
                }));

    assertThatThrownBy(worker::run).hasMessage("A thread of the worker was interrupted");
  }

  @Test
  void aClientThatCannotBeMadeIsRefused() {
    KafkaWorker worker =
        new KafkaWorker(
            consumer(),
            () -> {
              throw new KafkaException("No such security protocol");
            },
            "one:9092",
            times(),
            Optional.empty(),
            platform());

    assertThatThrownBy(worker::run)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("No such security protocol")
        .hasMessageContaining("config(...)");
    assertThatThrownBy(worker::start).hasMessageContaining("Build another one");
  }

  /** A worker that makes a step when it is told to. */
  private record Stepped(KafkaWorker worker, PollLoop loop) {
    void step() {
      loop.step();
    }

    void until(BooleanSupplier holds) {
      KafkaWorkerTest.until(
          () -> {
            step();
            return holds.getAsBoolean();
          });
    }

    /** Makes steps until nothing that could run is left. */
    void settle() {
      step();
      until(() -> worker.status().messages() == 0);
      step();
    }
  }

  private Stepped stepped(MockTopic client) {
    KafkaWorker worker = worker(client);
    return new Stepped(worker, worker.polling());
  }

  private KafkaWorker started() {
    KafkaWorker worker = worker(topic);
    started = Optional.of(worker);
    worker.start();
    return worker;
  }

  private KafkaWorker worker(MockTopic client) {
    return new KafkaWorker(
        consumer(), () -> client, "one:9092", times(), Optional.empty(), platform());
  }

  private KafkaWorker.Times times() {
    return new KafkaWorker.Times(grace, grace, SILENCE);
  }

  private Platform platform() {
    return new Platform(clock, Platform.system().owners(), () -> 0L, pause -> {});
  }

  private KafkaConsumer<Order> consumer() {
    return KafkaConsumer.of(
            KafkaIdentity.of("orders", Order.class, KafkaKey.of("orderId", Order::orderId))
                .topics("orders"))
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(store)
        .retention(Duration.ofDays(19))
        .heartbeat(Duration.ofMinutes(1))
        .backoff(new Backoff(Duration.ofSeconds(2), SOON))
        .lanes(lanes)
        .parking(parking)
        .platform(platform())
        .handler(this::run)
        .build();
  }

  private HandlerResult run(Order order, KafkaDelivery delivery) throws InterruptedException {
    String id = order.orderId();
    switch (id) {
      case "wait" -> {
        waiting.countDown();
        end.await();
      }
      case "out of memory" -> {
        waiting.await();
        throw new OutOfMemoryError("Java heap space");
      }
      case "fails once" -> {
        if (failed.add(id)) {
          throw new IllegalStateException("The gateway is away");
        }
      }
      case "fails" -> {
        failed.add(id + failed.size());
        throw new IllegalStateException("The gateway is away");
      }
      case "fails for good" -> {
        return HandlerResult.fail("never");
      }
      default -> {}
    }
    ran.add(id);
    return HandlerResult.completed();
  }

  private static void until(BooleanSupplier holds) {
    long late = System.nanoTime() + SOON.toNanos();
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(late);
      Thread.onSpinWait();
    }
  }
}
