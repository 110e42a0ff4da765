package dev.effectivelyonce.outbox;

import static dev.effectivelyonce.outbox.Rig.AWAY;
import static dev.effectivelyonce.outbox.Rig.AWAY_URL;
import static dev.effectivelyonce.outbox.Rig.QUICK;
import static dev.effectivelyonce.outbox.Rig.SWEPT_AFTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.SdkClientException;

/** One destination fails, for a reason of its own; the others do not wait for it. */
class DestinationsThatFailTest {
  private static final int MOST_REQUESTS = 3;
  private static final Duration LEFT_AFTER = SWEPT_AFTER.plus(Duration.ofSeconds(62));

  private final Rig rig = new Rig();

  private int asked() {
    return rig.queue.asked.getOrDefault(AWAY_URL, 0);
  }

  @Test
  void whatIsBehindADestinationThatIsAwayGoesOutInTheFirstSweep() {
    IntStream.range(0, 2000)
        .forEach(i -> rig.table.put(Rig.message(AWAY, "L" + i, "m" + i, rig.clock)));
    List<String> others = List.of("a", "b", "c", "d", "e");
    others.forEach(it -> rig.table.put(Rig.message(QUICK, "zz" + it, it, rig.clock)));
    rig.clock.advance(SWEPT_AFTER.plusSeconds(1));
    rig.refuses(AWAY_URL, 503, "ServiceUnavailable");

    rig.sweep();

    assertThat(rig.queue.bodies()).containsExactlyInAnyOrderElementsOf(others);
    assertThat(asked()).isEqualTo(MOST_REQUESTS);
    assertThat(rig.reports.getLast().held()).isEqualTo(2000);
    assertThat(rig.reports.getLast().oldest())
        .containsEntry(AWAY, SWEPT_AFTER.plusSeconds(1))
        .containsEntry(QUICK, Duration.ZERO);
  }

  @ParameterizedTest
  @CsvSource({
    "503, ServiceUnavailable",
    "500, InternalFailure",
    "500, ValidationException",
    "400, ThrottlingException",
    "403, AccessDeniedException",
    "400, AWS.SimpleQueueService.NonExistentQueue",
    "400, KMS.DisabledException",
    "400, KmsAccessDenied"
  })
  void whatConcernsTheDestinationIsAskedAFewTimesAndTheOthersGoOn(int status, String code) {
    rig.refuses(AWAY_URL, status, code);

    assertTheOthersGoOn();
    assertThat(rig.reports.getLast().unsendable()).isZero();
  }

  private void assertTheOthersGoOn() {
    IntStream.range(0, 90).forEach(i -> rig.commit(AWAY, "away-" + i, "m" + i));
    rig.commit(QUICK, "other", "other");

    rig.publish();

    assertThat(asked()).isEqualTo(MOST_REQUESTS);
    assertThat(rig.queue.bodies()).containsExactly("other");
  }

  @ParameterizedTest
  @ValueSource(classes = {IllegalStateException.class, IOException.class, OutOfMemoryError.class})
  void whateverIsThrownOfOneDestinationTheOthersGoOn(Class<? extends Throwable> kind)
      throws ReflectiveOperationException {
    Throwable failure = kind.getConstructor().newInstance();
    rig.queue.refusals.put(AWAY_URL, () -> failure);

    assertTheOthersGoOn();
  }

  /** Lambda would repeat a batch of which all is sent until its records expire. */
  @Test
  void anObserverThatThrowsEndsNoInvocation() {
    rig.observed =
        () -> {
          throw new NoClassDefFoundError("metrics");
        };
    rig.commit(QUICK, "lane", "published");

    rig.publish();
    rig.table.put(Rig.message(QUICK, "lane", "swept", rig.clock));
    rig.clock.advance(SWEPT_AFTER.plusSeconds(1));
    rig.sweep();

    assertThat(rig.isPublished()).isTrue();
    assertThat(rig.queue.bodies()).containsExactly("published", "swept");
  }

  @Test
  void twoRequestsThatAreNotAnsweredAreEnough() {
    rig.queue.refusals.put(
        AWAY_URL,
        () -> {
          rig.clock.advance(Duration.ofSeconds(4));
          return SdkClientException.create("It is not answered");
        });
    IntStream.range(0, 90).forEach(i -> rig.commit(AWAY, "away-" + i, "m" + i));
    rig.commit(QUICK, "other", "other");

    rig.publish();

    assertThat(asked()).isEqualTo(2);
    assertThat(rig.queue.bodies()).containsExactly("other");
  }

  @Test
  void aMessageThatIsRefusedForItselfCostsItsDestinationNothing() {
    rig.refuses(AWAY_URL, 400, "InvalidMessageContents");
    IntStream.range(0, 12).forEach(i -> rig.commit(AWAY, "bad-" + i, "m" + i));

    rig.publish();

    assertThat(rig.reports.getLast().unsendable()).isEqualTo(12);
    assertThat(rig.isPublished()).isTrue();
  }

  @Test
  void thePublisherStaysAtAMessageForAWhileAndThenGoesOn() {
    rig.refuses(AWAY_URL, 503, "ServiceUnavailable");
    rig.commit(AWAY, "a", "first");
    IntStream.range(0, 200).forEach(i -> rig.commit(QUICK, "q" + i, "m" + i));

    rig.publish();
    assertThat(rig.isPublished()).isFalse();
    assertThat(rig.queue.bodies()).hasSize(99);
    rig.clock.advance(LEFT_AFTER);
    rig.publish();
    rig.publish();
    rig.publish();

    assertThat(rig.isPublished()).isTrue();
    assertThat(rig.queue.bodies()).hasSize(200);
  }

  @Test
  void whatComesLaterDoesNotOvertakeWhatWasLeftToTheSweeper() {
    rig.refuses(AWAY_URL, 503, "ServiceUnavailable");
    rig.commit(AWAY, "a", "first");
    rig.clock.advance(Duration.ofSeconds(1));
    rig.commit(AWAY, "a", "second");
    rig.clock.advance(LEFT_AFTER);
    rig.publish();
    assertThat(rig.isPublished()).isTrue();
    rig.commit(AWAY, "a", "third");
    rig.queue.refusals.clear();

    rig.publish();

    assertThat(rig.queue.bodies()).containsExactly("first", "second", "third");
    assertThat(rig.table.items).isEmpty();
  }

  /** One of its lane was made first, by an event that took its time, and committed behind it. */
  @Test
  void whatWasLeftIsNotOvertakenBehindAnOlderOneEither() {
    rig.refuses(AWAY_URL, 503, "ServiceUnavailable");
    OutboxMessage slow = Rig.message(AWAY, "a", "slow", rig.clock);
    rig.clock.advance(Duration.ofSeconds(1));
    rig.commit(AWAY, "a", "left");
    IntStream.range(0, 99).forEach(i -> rig.commit(QUICK, "q" + i, "m" + i));
    rig.table.put(slow);
    rig.tell(slow);
    rig.clock.advance(LEFT_AFTER);
    rig.publish();
    rig.commit(AWAY, "a", "later");
    rig.queue.refusals.clear();

    rig.publish();

    assertThat(rig.queue.bodies()).endsWith("slow", "left", "later");
  }

  @Test
  void whatComesLaterWaitsBehindWhatWasLeftWhileItsDestinationIsAway() {
    rig.refuses(AWAY_URL, 503, "ServiceUnavailable");
    rig.commit(AWAY, "a", "first");
    rig.clock.advance(LEFT_AFTER);
    rig.publish();
    rig.commit(QUICK, "a", "second");

    rig.publish();
    assertThat(rig.queue.bodies()).isEmpty();
    rig.queue.refusals.clear();
    rig.sweep();
    rig.publish();

    assertThat(rig.queue.bodies()).containsExactly("first", "second");
  }

  @Test
  void whileTheTableIsNotReadNothingIsLeftToTheSweeper() {
    rig.table.unanswered.add("a");
    rig.commit(QUICK, "a", "first");
    rig.clock.advance(LEFT_AFTER);

    rig.publish();

    assertThat(rig.isPublished()).isFalse();
  }

  @Test
  void aSweepThatDoesNotGetThroughBeginsElsewhereTheNextTime() {
    rig.refuses(AWAY_URL, 400, "InvalidMessageContents");
    IntStream.range(0, 1000)
        .forEach(i -> rig.table.put(Rig.message(AWAY, "L" + i, "m" + i, rig.clock)));
    List<String> others = List.of("a", "b", "c", "d", "e");
    others.forEach(it -> rig.table.put(Rig.message(QUICK, "zz" + it, it, rig.clock)));
    rig.clock.advance(SWEPT_AFTER.plusSeconds(1));

    IntStream.range(0, 40).forEach(i -> rig.sweep());

    assertThat(rig.queue.bodies()).containsExactlyInAnyOrderElementsOf(others);
    assertThat(rig.reports.getLast().oldest()).doesNotContainEntry(QUICK, Duration.ZERO);
  }
}
