package dev.effectivelyonce.outbox;

import static dev.effectivelyonce.outbox.Rig.AWAY;
import static dev.effectivelyonce.outbox.Rig.AWAY_URL;
import static dev.effectivelyonce.outbox.Rig.QUICK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.postgres.LocalPostgres;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Publishing what waits in PostgreSQL: order, failures of destinations, deaths between steps. */
class BacklogPublisherTest {
  private final BacklogRig rig = new BacklogRig();

  @Test
  void messagesGoOutLaneByLaneInOrderAndAreGone() {
    IntStream.range(0, 3).forEach(i -> rig.leave(QUICK, "k", "k" + i));
    IntStream.range(0, 12).forEach(i -> rig.leave(QUICK, "l" + i, "l" + i));

    OutboxReport report = rig.publish();

    assertThat(rig.queue.bodies()).hasSize(15).containsSubsequence("k0", "k1", "k2");
    assertThat(report.published()).isEqualTo(15);
    assertThat(report.held()).isZero();
    assertThat(report.oldest())
        .containsEntry(QUICK, Duration.ZERO)
        .containsEntry(OutboxReport.UNKNOWN, Duration.ZERO);
    assertThat(rig.publish().published()).isZero();
  }

  @Test
  void whileNothingWaitsTheObserverIsToldEachMinute() {
    BacklogPublisher publisher = rig.publisher();
    publisher.run();
    publisher.run();
    assertThat(rig.reports).hasSize(1);

    rig.clock.advance(Duration.ofMinutes(1));
    publisher.run();
    assertThat(rig.reports).hasSize(2);

    rig.leave(QUICK, "k", "1");
    publisher.run();
    assertThat(rig.reports).hasSize(3);
  }

  @Test
  void aMessageGoesOutAsItWasLeft() {
    rig.leave(OutgoingMessage.to(QUICK, "shipped", "{\"a\":\"€\"}").attribute("kind", "new"));
    rig.leave(OutgoingMessage.to(BacklogRig.BUS, "shipped", "{}"));

    rig.publish();

    SendMessageBatchRequestEntry entry = rig.queue.sent.getFirst();
    assertThat(entry.messageBody()).isEqualTo("{\"a\":\"€\"}");
    assertThat(entry.messageAttributes()).containsOnlyKeys("kind", "outbox-id");
    assertThat(entry.messageGroupId()).isEqualTo(entry.messageDeduplicationId());
    assertThat(rig.bus.events()).map(PutEventsRequestEntry::detailType).containsExactly("shipped");
  }

  @Test
  void aDestinationThatIsAwayIsAskedAFewTimesAndTheOthersGoOn() {
    IntStream.range(0, 90).forEach(i -> rig.leave(AWAY, "a" + i, "a" + i));
    IntStream.range(0, 25).forEach(i -> rig.leave(QUICK, "q" + i, "q" + i));
    rig.clock.advance(Duration.ofMinutes(2));
    rig.refuses(AWAY_URL, 503, "ServiceUnavailable");

    OutboxReport report = rig.publish();

    assertThat(rig.queue.asked.get(AWAY_URL)).isEqualTo(3);
    assertThat(report.published()).isEqualTo(25);
    assertThat(report.unsendable()).isZero();
    assertThat(report.held()).isPositive();
    assertThat(report.oldest().get(AWAY)).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
    rig.queue.refusals.clear();
    assertThat(rig.publish().published()).isEqualTo(90);
  }

  @Test
  void aDestinationThatIsAwayIsAskedAFewTimesAlsoByRequestsOfMessagesTakenTogether() {
    String large = "x".repeat(600_000);
    IntStream.range(0, 5).forEach(i -> rig.leave(AWAY, "a" + i, i + large));
    rig.refuses(AWAY_URL, 503, "ServiceUnavailable");

    rig.publish();

    assertThat(rig.queue.asked.get(AWAY_URL)).isEqualTo(3);
  }

  @Test
  void aLaneGoesOnToItsNextDestinationInTheSameRun() {
    List.of("1", "2", "3", "4").forEach(it -> rig.leave(it.equals("2") ? AWAY : QUICK, "k", it));

    rig.publish();

    assertThat(rig.queue.bodies()).containsExactly("1", "2", "3", "4");
  }

  @Test
  void aThrottledMessageHoldsItsLaneAlone() {
    rig.leave(QUICK, "k", "slow");
    rig.leave(QUICK, "k", "behind");
    rig.leave(QUICK, "l", "other");
    rig.queue.throttled.add("slow");

    assertThat(rig.publish().held()).isOne();
    assertThat(rig.queue.bodies()).containsExactly("other");

    rig.queue.throttled.clear();
    rig.publish();
    assertThat(rig.queue.bodies()).containsExactly("other", "slow", "behind");
  }

  @Test
  void aMessageThatIsNeverTakenHoldsNothingAndIsTriedAgainLater() {
    rig.leave("nobody", "k", "poison");
    rig.leave(QUICK, "k", "behind");

    OutboxReport report = rig.publish();

    assertThat(rig.queue.bodies()).containsExactly("behind");
    assertThat(report.unsendable()).isOne();
    assertThat(report.oldest()).containsKey(OutboxReport.UNKNOWN);
    assertThat(rig.publish().unsendable()).isZero();
    LocalPostgres.run(
        rig.source, "UPDATE effectively_once_outbox SET refused_ms = refused_ms - 300001");
    assertThat(rig.publish().unsendable()).isOne();
  }

  @Test
  void ofARequestThatIsRefusedEachMessageIsSentAlone() {
    List.of("1", "2", "3").forEach(it -> rig.leave(QUICK, "l" + it, it));
    queueFails(StubQueue.refusal(400, "InvalidMessageContents"), 1, 2);

    OutboxReport report = rig.publish();

    assertThat(rig.queue.bodies()).containsExactly("2", "3");
    assertThat(report.unsendable()).isOne();
  }

  /** A request has two moments: before it arrives, and before its answer does. */
  private void queueFails(RuntimeException failure, Integer... moments) {
    AtomicInteger moment = new AtomicInteger();
    rig.queue.around =
        () -> {
          if (List.of(moments).contains(moment.incrementAndGet())) {
            throw failure;
          }
        };
  }

  @Test
  void nothingIsSentAfterTheEnd() {
    rig.leave(QUICK, "k", "1");

    assertThat(rig.publisher().publish(rig.clock.instant()).published()).isZero();

    IntStream.range(0, 30).forEach(i -> rig.leave(QUICK, "l" + i, "l" + i));
    rig.queue.around = () -> rig.clock.advance(Duration.ofSeconds(20));
    assertThat(rig.publish().published()).isBetween(10, 20);
  }

  @Test
  void aMessageWhoseAnswerIsLostIsSentAgainWithTheSameId() {
    rig.leave(QUICK, "k", "1");
    queueFails(SdkClientException.create("lost"), 2);

    rig.publisher().run();
    rig.publisher().run();

    assertSentTwiceWithOneId();
  }

  /** The server ends the session between the sending and the delete, as if the process had died. */
  @Test
  void aPublisherThatDiesBetweenSendingAndDeletingSendsAgainWithTheSameId() {
    rig.leave(QUICK, "k", "1");
    AtomicInteger calls = new AtomicInteger();
    rig.queue.around =
        () -> {
          if (calls.incrementAndGet() == 2) {
            LocalPostgres.run(
                rig.source,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE state = 'idle in transaction'");
          }
        };

    assertThatThrownBy(rig::publish).isInstanceOf(StoreException.class);
    rig.publish();

    assertSentTwiceWithOneId();
  }

  private void assertSentTwiceWithOneId() {
    assertThat(rig.queue.sent).hasSize(2);
    assertThat(
            rig.queue.sent.stream()
                .map(SendMessageBatchRequestEntry::messageDeduplicationId)
                .distinct())
        .hasSize(1);
  }

  @Test
  void aDatabaseThatFailsDoesNotEndALoop() {
    rig.leave(QUICK, "k", "1");
    LocalPostgres.run(rig.source, "ALTER TABLE effectively_once_outbox RENAME TO hidden");
    try {
      assertThatCode(() -> rig.publisher().run()).doesNotThrowAnyException();
    } finally {
      LocalPostgres.run(rig.source, "ALTER TABLE hidden RENAME TO effectively_once_outbox");
    }
    rig.publisher().run();

    assertThat(rig.queue.bodies()).containsExactly("1");
  }

  /** An executor drops a task that throws, whatever it throws, and says nothing. */
  @ParameterizedTest
  @ValueSource(classes = {OutOfMemoryError.class, NoClassDefFoundError.class, SneakyFailure.class})
  void anErrorOfTheJvmDoesNotEndALoopAndIsCounted(Class<? extends Throwable> kind)
      throws ReflectiveOperationException {
    Throwable failure = kind.getConstructor().newInstance();
    rig.leave(QUICK, "k", "1");
    rig.read = () -> StubQueue.throwAny(failure);

    assertThatCode(() -> rig.publisher().run()).doesNotThrowAnyException();

    assertThat(rig.failures).containsExactly(failure);
    rig.read = () -> {};
    rig.publisher().run();
    assertThat(rig.queue.bodies()).containsExactly("1");
  }

  @Test
  void anObserverThatThrowsEndsNoRun() {
    rig.leave(QUICK, "k", "1");
    rig.observed =
        () -> {
          throw new NoClassDefFoundError("metrics");
        };

    assertThat(rig.publish().published()).isOne();
  }

  /** Checked, and thrown where nothing declares it, as some languages and proxies do. */
  public static final class SneakyFailure extends Exception {}
}
