package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** What a run holds of a dead-letter queue, when it has seen all, and what it gives back. */
class DeadLetterBufferTest {
  private static final Duration NO_PACE = Duration.ZERO;

  private final ManualClock clock = new ManualClock();
  private final FakeQueues queues = new FakeQueues(clock);

  @Test
  void twoEmptyPollsInARowMeanThatThereIsNoMore() {
    DeadLetterBuffer letters = endless();

    assertThat(letters.isDry()).isFalse();
    letters.next();
    assertThat(letters.isDry()).isFalse();
    letters.next();
    assertThat(letters.isDry()).isTrue();
  }

  @Test
  void aMessageBetweenTwoEmptyPollsBeginsTheCountAnew() {
    DeadLetterBuffer letters = endless();
    letters.next();
    add("late", 1);
    letters.next();
    letters.next();

    assertThat(letters.isDry()).isFalse();
    letters.next();
    assertThat(letters.isDry()).isTrue();
  }

  @Test
  void aRunIsOverOnceAllThatItHasLeftHasComeByAgain() {
    add("left", 20);
    DeadLetterBuffer letters = endless();
    examine(letters, 2);

    for (int stale = 1; stale <= 4; stale++) {
      clock.advance(Duration.ofHours(2));
      assertThat(letters.next()).isEmpty();
      assertThat(letters.isDry()).isFalse();
    }
    clock.advance(Duration.ofHours(2));
    letters.next();

    assertThat(letters.isDry()).isTrue();
  }

  @Test
  void aMessageThatComesByAgainIsHiddenForAnHourAndGivenBackInTheEnd() {
    add("left", 1);
    DeadLetterBuffer letters = endless();
    examine(letters, 1);
    clock.advance(Duration.ofMinutes(6));

    assertThat(letters.next()).isEmpty();

    clock.advance(Duration.ofMinutes(59));
    assertThat(queues.visible()).isEmpty();
    letters.giveBack(Duration.ZERO);
    assertThat(queues.visible()).hasSize(1);
  }

  @Test
  void aMessageThatComesByAgainIsNotHiddenForLongBeyondTheEndOfTheRun() {
    add("left", 1);
    DeadLetterBuffer letters = letters(NO_PACE, clock.instant().plus(Duration.ofMinutes(10)));
    examine(letters, 1);
    clock.advance(Duration.ofMinutes(6));
    letters.next();

    clock.advance(Duration.ofMinutes(9).minusMillis(1));
    assertThat(queues.visible()).isEmpty();
    clock.advance(Duration.ofMillis(1));
    assertThat(queues.visible()).hasSize(1);
  }

  @Test
  void fewerAreTakenAtOnceAtALowRate() {
    add("new", 20);

    assertThat(letters(Duration.ofSeconds(100), Instant.MAX).next()).hasSize(1);
    assertThat(letters(Duration.ofSeconds(10), Instant.MAX).next()).hasSize(6);
    assertThat(letters(Duration.ofMillis(1), Instant.MAX).next()).hasSize(10);
  }

  @Test
  void aPollWaitsOnlyWhileTheRunHasTimeForIt() {
    Instant end = clock.instant().plusSeconds(2);
    DeadLetterBuffer letters = letters(NO_PACE, end);
    letters.next();
    clock.advance(Duration.ofSeconds(1));
    letters.next();

    assertThat(queues.waits()).containsExactly(Duration.ofSeconds(1), Duration.ZERO);
  }

  @Test
  void aGroupIsBlockedByWhatWasExaminedAndNotByWhatAwaitsIt() {
    Map<MessageSystemAttributeName, String> group =
        Map.of(MessageSystemAttributeName.MESSAGE_GROUP_ID, "g");
    for (int i = 0; i < 10; i++) {
      queues.add("m" + i, "body", group);
    }
    DeadLetterBuffer letters = endless();
    List<DeadLetter> taken = letters.next();

    assertThat(letters.blockedGroups()).isZero();
    taken.forEach(letters::examined);
    assertThat(letters.blockedGroups()).isEqualTo(1);
  }

  @Test
  void aFullBatchIsGivenBackWithoutAnEmptyRequest() {
    add("left", 10);
    DeadLetterBuffer letters = endless();
    letters.next();

    letters.giveBack(Duration.ZERO);

    assertThat(queues.visible()).hasSize(10);
  }

  @Test
  void aRunThatOverranItsEndStillGivesBackForItsLastMoments() {
    add("left", 10);
    DeadLetterBuffer letters = letters(NO_PACE, clock.instant().plusSeconds(1));
    letters.next();
    clock.advance(Duration.ofMinutes(1));

    letters.giveBack(Duration.ofSeconds(5));

    assertThat(queues.visible()).hasSize(10);
  }

  @Test
  void aRunThatEndsEarlyGivesAllBackHoweverLongThatTakes() {
    add("left", 30);
    DeadLetterBuffer letters = letters(NO_PACE, clock.instant().plusSeconds(60));
    examine(letters, 3);
    queues.hideTakes(Duration.ofSeconds(4));

    letters.giveBack(Duration.ofSeconds(5));

    assertThat(queues.visible()).hasSize(30);
  }

  @Test
  void aStandardQueueIsAskedByMoreCallsWhileTheyBringMuch() {
    add("new", 400);
    DeadLetterBuffer letters = endless();

    assertThat(Stream.generate(letters::next).limit(8).map(List::size))
        .containsExactly(10, 20, 40, 80, 80, 80, 80, 10);
    letters.giveBack(Duration.ZERO);
    assertThat(queues.visible()).hasSize(400);
  }

  @Test
  void aFifoQueueAndAPacedRunAreServedByOneCallAtATime() {
    add("new", 40);
    DeadLetterBuffer fifo =
        new DeadLetterBuffer(queues, clock, NO_PACE, Instant.MAX, ReplayBench.FIFO);
    DeadLetterBuffer paced = letters(Duration.ofMillis(100), Instant.MAX);

    assertThat(Stream.generate(fifo::next).limit(2).map(List::size)).containsExactly(10, 10);
    assertThat(Stream.generate(paced::next).limit(2).map(List::size)).containsExactly(10, 10);
  }

  private void examine(DeadLetterBuffer letters, int polls) {
    for (int i = 0; i < polls; i++) {
      letters.next().forEach(letters::examined);
    }
  }

  private DeadLetterBuffer endless() {
    return letters(NO_PACE, Instant.MAX);
  }

  private DeadLetterBuffer letters(Duration interval, Instant end) {
    return new DeadLetterBuffer(queues, clock, interval, end, ReplayBench.STANDARD);
  }

  private void add(String prefix, int count) {
    for (int i = 0; i < count; i++) {
      queues.add(prefix + i, "body");
    }
  }
}
