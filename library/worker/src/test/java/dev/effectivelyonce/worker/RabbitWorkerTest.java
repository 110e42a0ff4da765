package dev.effectivelyonce.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.rabbitmq.RabbitMqConsumer;
import dev.effectivelyonce.rabbitmq.RabbitMqDelivery;
import dev.effectivelyonce.rabbitmq.RabbitMqIdentity;
import dev.effectivelyonce.rabbitmq.RabbitMqKey;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.ManualTimers;
import dev.effectivelyonce.testkit.RecordingParking;
import dev.effectivelyonce.worker.WorkerStatus.Queue;
import dev.effectivelyonce.worker.WorkerStatus.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A worker on a broker that is a part of the test, with a time that the test moves. */
class RabbitWorkerTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(2), SOON);

  /** Longer than a copy waits: a lease with its margin, and some jitter. */
  private static final Duration AFTER_THE_LEASE = LEASE.multipliedBy(2);

  private final InMemoryStore store = new InMemoryStore();
  private final RecordingParking parking = new RecordingParking();
  private final ManualClock clock = new ManualClock();
  private final ManualTimers timers = new ManualTimers(clock);
  private final FakeBroker broker = new FakeBroker();
  private final BlockingQueue<String> ran = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> failed = new LinkedBlockingQueue<>();
  private final CountDownLatch waiting = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private final Deque<RabbitWorker> workers = new ArrayDeque<>();
  private Duration grace = SOON;
  private volatile Runnable whileReading = () -> {};

  @AfterEach
  void endWorkers() {
    end.countDown();
    workers.forEach(RabbitWorker::close);
  }

  @Test
  void eachMessageIsAcknowledgedWhenItIsDoneAndACopyIsSkipped() {
    RabbitWorker worker = start(broker, 50);
    assertThat(worker.status().isReady()).isTrue();
    broker.send("wait", "O-2");
    until(() -> broker.log().contains("1:ack O-2"));
    broker.send("O-2");
    until(() -> broker.log().size() == 2);
    assertThat(broker.log()).containsExactly("1:ack O-2", "1:ack O-2");

    end.countDown();
    until(() -> broker.log().contains("1:ack wait"));
    until(() -> worker.status().messages() == 0);
    assertThat(ran).containsExactly("O-2", "wait");
  }

  @Test
  void noMoreThanThePrefetchIsHere() {
    RabbitWorker worker = start(broker, 1);
    broker.send("wait", "O-2", "O-3");

    until(() -> waiting.getCount() == 0);
    assertThat(worker.status().messages()).isOne();
    assertThat(broker.ready()).containsExactly("O-2", "O-3");
    end.countDown();
    until(() -> broker.log().size() == 3);
    assertThat(ran).containsExactly("wait", "O-2", "O-3");
  }

  @Test
  void whatFailedWaitsHereAndHoldsUpNoOther() {
    start(broker, 50);
    broker.send("fails once", "O-2");
    until(() -> broker.log().contains("1:ack O-2") && timers.pending() == 1);
    timers.advance(Duration.ofMillis(999));
    assertThat(timers.pending()).isOne();

    timers.advance(Duration.ofSeconds(1));
    until(() -> broker.log().contains("1:ack fails once"));
    assertThat(ran).containsExactly("O-2", "fails once");
    assertThat(failed).containsExactly("fails once");
  }

  @Test
  void whatFailsIsTriedLessAndLessOftenAndGivenBackBeforeItsChannelIsClosedForIt() {
    start(broker, 50);
    broker.send("fails");
    for (int tries = 1; tries <= 4; tries++) {
      untilItWaits(tries);
      timers.advance(BACKOFF.least(tries).minusMillis(1));
      assertThat(timers.pending()).isOne();
      assertThat(failed).hasSize(tries);
      timers.advance(Duration.ofMillis(1));
    }
    for (int tries = 5; tries < 100 && !broker.log().contains("1:nack fails"); tries++) {
      int least = tries;
      until(() -> failed.size() >= least && timers.pending() == 1);
      timers.advance(Duration.ofSeconds(30));
    }
    assertThat(broker.log()).containsExactly("1:nack fails");
    assertThat(Duration.between(ManualClock.START, clock.instant()))
        .isBetween(Duration.ofMinutes(14), Duration.ofMinutes(16));
  }

  private void untilItWaits(int tries) {
    until(() -> failed.size() == tries && timers.pending() == 1);
  }

  @Test
  void aCopyOfWhatAnotherProcessRunsWaitsForItsLeaseAndIsThenSkipped() {
    start(broker, 50);
    broker.send("wait");
    until(() -> waiting.getCount() == 0);
    FakeBroker other = new FakeBroker();
    start(other, 50);
    other.send("wait");

    until(() -> timers.pending() == 1);
    end.countDown();
    until(() -> broker.log().contains("1:ack wait"));
    timers.advance(LEASE.minusMillis(1));
    assertThat(timers.pending()).isOne();
    assertThat(other.log()).isEmpty();
    timers.advance(AFTER_THE_LEASE);
    until(() -> other.log().contains("1:ack wait"));
    assertThat(ran).containsExactly("wait");
  }

  @Test
  void whatFailsForGoodIsParkedThenAcknowledged() {
    start(broker, 50);
    parking.failNext(1);
    broker.send("fails for good");
    until(() -> timers.pending() == 1);
    assertThat(broker.log()).as("while it is not parked").isEmpty();

    timers.advance(Duration.ofSeconds(2));
    until(() -> broker.log().contains("1:ack fails for good"));
    ParkedMessage parked = parking.messages().getLast();
    assertThat(parked.origin().source()).isEqualTo("one:5672");
    assertThat(parked.origin().partition()).isEqualTo("orders::/");
    assertThat(parked.why()).isEqualTo("Failed before: never");
  }

  @Test
  void aLostConnectionIsOpenedAgainAndNothingOfItIsAcknowledgedByTheNewOne() {
    RabbitWorker worker = start(broker, 50);
    broker.send("wait");
    until(() -> waiting.getCount() == 0);

    broker.kill();
    assertThat(worker.status().queue()).isEqualTo(Queue.AWAY);
    broker.send("O-2");
    timers.advance(Duration.ofSeconds(1));
    until(() -> broker.log().contains("2:ack O-2") && timers.pending() == 1);
    assertThat(worker.status().isReady()).isTrue();
    end.countDown();
    until(() -> ran.contains("wait"));
    until(() -> worker.status().messages() == 1);
    assertThat(broker.log()).as("the redelivery waits").containsExactly("2:ack O-2");

    timers.advance(AFTER_THE_LEASE);
    until(() -> broker.log().contains("2:ack wait"));
    assertThat(ran).containsExactlyInAnyOrder("wait", "O-2");
  }

  @Test
  void whatWaitedOnALostConnectionRunsByItsRedeliveryAlone() {
    RabbitWorker worker = start(broker, 50);
    broker.send("fails once");
    until(() -> timers.pending() == 1);

    broker.kill();
    assertThat(worker.status().messages()).isZero();
    timers.advance(Duration.ofMillis(200));
    until(() -> broker.log().contains("2:ack fails once"));
    timers.advance(Duration.ofMinutes(1));
    assertThat(worker.status().messages()).isZero();
    assertThat(broker.log()).containsExactly("2:ack fails once");
  }

  @Test
  void aConsumerThatTheBrokerEndsAsksAgainUntilItIsTaken() {
    RabbitWorker worker = start(broker, 50);
    broker.refuse(Optional.of(FakeBroker.noSuchQueue()));
    broker.cancelConsumer();
    timers.advance(SOON);
    assertThat(worker.status().queue()).isEqualTo(Queue.AWAY);

    broker.refuse(Optional.empty());
    timers.advance(Duration.ofSeconds(5));
    assertThat(worker.status().isReady()).isTrue();
    broker.send("O-1");
    until(() -> ran.contains("O-1"));
  }

  @Test
  void aBrokerThatIsAwayAtTheStartIsTriedAgain() {
    broker.refuse(Optional.of(new IOException("Connection refused")));
    RabbitWorker worker = start(broker, 50);
    assertThat(worker.status().isReady()).isFalse();

    broker.refuse(Optional.empty());
    timers.advance(Duration.ofSeconds(1));
    assertThat(worker.status().isReady()).isTrue();
  }

  @Test
  void aConnectionThatIsLostBeforeTheWorkerKnowsOfItDoesNotMakeItReady() {
    broker.breakNext();
    RabbitWorker worker = start(broker, 50);
    timers.advance(Duration.ofSeconds(1));
    assertThat(worker.status().queue()).isEqualTo(Queue.AWAY);

    broker.refuse(Optional.empty());
    timers.advance(Duration.ofSeconds(5));
    assertThat(worker.status().isReady()).isTrue();
  }

  @Test
  void aQueueThatIsNotThereIsRefused() {
    broker.refuse(Optional.of(FakeBroker.noSuchQueue()));
    RabbitWorker worker = worker(broker, 50);

    assertThatThrownBy(worker::run)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("refuses the queue 'orders': NOT_FOUND")
        .hasMessageContaining("Declare the queue");
  }

  @Test
  void aStopEndsWhatRunsAndGivesBackTheRest() {
    RabbitWorker worker = start(broker, 50);
    broker.send("wait", "fails");
    until(() -> waiting.getCount() == 0 && timers.pending() == 1);
    broker.deliverLate("O-3");
    worker.stop();
    until(() -> broker.log().contains("1:nack O-3"));
    broker.send("O-4");
    assertThat(worker.status().state()).isEqualTo(State.STOPPING);

    end.countDown();
    worker.close();

    assertThat(worker.status().state()).isEqualTo(State.STOPPED);
    assertThat(worker.status().messages()).isZero();
    assertThat(broker.log())
        .containsExactlyInAnyOrder("1:cancel", "1:nack fails", "1:nack O-3", "1:ack wait");
    assertThat(broker.ready()).containsExactlyInAnyOrder("fails", "O-3", "O-4");
    assertThat(ran).containsExactly("wait");
  }

  @Test
  void whatWasReadWhileTheWorkerStopsDoesNotRun() {
    RabbitWorker worker = start(broker, 50);
    whileReading = worker::stop;
    broker.send("O-1");
    until(() -> broker.log().contains("1:nack O-1"));
    worker.close();

    assertThat(ran).isEmpty();
    assertThat(broker.ready()).containsExactly("O-1");
  }

  @Test
  void aStopWaitsNoLongerThanItsGraceAndTheBrokerTakesTheRestBack() {
    grace = Duration.ZERO;
    RabbitWorker worker = start(broker, 50);
    broker.send("wait");
    until(() -> waiting.getCount() == 0);

    worker.close();

    assertThat(worker.status().state()).isEqualTo(State.STOPPED);
    assertThat(worker.status().messages()).isOne();
    assertThat(broker.ready()).containsExactly("wait");
    assertThat(broker.log()).doesNotContain("1:ack wait");
  }

  @Test
  void aWorkerThatStoppedWhileItsBrokerWasAwayStaysAway() {
    RabbitWorker worker = start(broker, 50);
    broker.kill();
    worker.close();
    timers.advance(SOON);

    broker.send("O-1");
    assertThat(broker.ready()).containsExactly("O-1");
    assertThat(worker.status().state()).isEqualTo(State.STOPPED);
  }

  @Test
  void aProcessThatCannotGoOnEndsTheWorkerWithItsErrorAndGivesTheMessageBack() {
    RabbitWorker worker = worker(broker, 50);
    broker.send("out of memory");

    assertThatThrownBy(worker::run).isInstanceOf(FatalProcessError.class);
    assertThat(worker.status().isLive()).isFalse();
    assertThat(broker.ready()).containsExactly("out of memory");
  }

  @Test
  void aWorkerOfAClusterTriesEachOfItsBrokers() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket one = new ServerSocket(0, 1, loopback);
        ServerSocket other = new ServerSocket(0, 1, loopback)) {
      // As brokers that go down while a worker connects.
      List<Thread> contacted = List.of(breaksOff(one), breaksOff(other));
      ConnectionFactory factory = new ConnectionFactory();
      factory.setPort(one.getLocalPort());
      try (RabbitWorker worker =
          RabbitWorker.of(consumer())
              .connection(
                  factory,
                  new Address(loopback.getHostAddress()),
                  new Address(loopback.getHostAddress(), other.getLocalPort()))
              .queue("orders")
              .platform(platform())
              .build()) {
        worker.start();

        for (Thread each : contacted) {
          each.join();
        }
        assertThat(worker.status().queue()).isEqualTo(Queue.AWAY);
      }
    }
  }

  /** A broker that is away must not cost its timeout each time, or hide a refused login. */
  @Test
  void theBrokerThatAnsweredLastIsAskedFirstAndARefusedLoginIsTold() throws Exception {
    List<String> asked = new ArrayList<>();
    Map<String, IOException> refusals = new HashMap<>();
    refusals.put("one", new ConnectException("one is away"));
    refusals.put("three", new ConnectException("three is away"));
    ConnectionFactory factory =
        new ConnectionFactory() {
          @Override
          public Connection newConnection(List<Address> addresses, String name) throws IOException {
            String host = addresses.getFirst().getHost();
            asked.add(host);
            IOException refusal = refusals.get(host);
            if (refusal != null) {
              throw refusal;
            }
            return new FakeBroker().connect(name);
          }
        };
    List<Address> addresses = Stream.of("one", "two", "three").map(Address::new).toList();
    Brokers brokers = Brokers.of(factory, addresses, () -> 0L);
    String text = brokers.text();

    brokers.connect("orders");
    asked.clear();
    brokers.connect("orders");
    assertThat(asked).containsExactly("two");
    assertThat(brokers.text()).isEqualTo(text).isEqualTo("one:5672,three:5672,two:5672");

    refusals.put("two", new PossibleAuthenticationFailureException("two refuses it"));
    assertThatThrownBy(() -> brokers.connect("orders"))
        .isInstanceOf(PossibleAuthenticationFailureException.class)
        .satisfies(it -> assertThat(it.getSuppressed()).hasSize(2));
  }

  private static Thread breaksOff(ServerSocket broker) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                broker.accept().close();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private RabbitWorker start(FakeBroker at, int prefetch) {
    RabbitWorker worker = worker(at, prefetch);
    workers.add(worker);
    worker.start();
    return worker;
  }

  private RabbitWorker worker(FakeBroker at, int prefetch) {
    return new RabbitWorker(
        consumer(),
        new RabbitWorker.Source(at, "one:5672", "orders", "/", prefetch),
        grace,
        Optional.empty(),
        platform());
  }

  private Platform platform() {
    return new Platform(clock, Platform.system().owners(), () -> 0L, pause -> {}, timers);
  }

  private RabbitMqConsumer<Order> consumer() {
    return RabbitMqConsumer.of(
            RabbitMqIdentity.of("orders", Order.class, RabbitMqKey.of("orderId", this::key))
                .queues("orders::/"))
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(store)
        .retention(Duration.ofDays(19))
        .heartbeat(LEASE)
        .backoff(BACKOFF)
        .parking(parking)
        .platform(new Platform(clock, Platform.system().owners(), () -> 0L, pause -> {}))
        .handler(this::run)
        .build();
  }

  private String key(Order order) {
    whileReading.run();
    return order.orderId();
  }

  private HandlerResult run(Order order, RabbitMqDelivery delivery) throws InterruptedException {
    String id = order.orderId();
    switch (id) {
      case "wait" -> {
        waiting.countDown();
        end.await();
      }
      case "out of memory" -> throw new OutOfMemoryError("Java heap space");
      case "fails once" -> {
        if (failed.isEmpty()) {
          failed.add(id);
          throw new IllegalStateException("The gateway is away");
        }
      }
      case "fails" -> {
        failed.add(id);
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
