package dev.effectivelyonce.outbox;

import static dev.effectivelyonce.outbox.Rig.AWAY;
import static dev.effectivelyonce.outbox.Rig.AWAY_URL;
import static dev.effectivelyonce.outbox.Rig.BUS;
import static dev.effectivelyonce.outbox.Rig.QUICK;
import static dev.effectivelyonce.outbox.Rig.QUICK_URL;
import static dev.effectivelyonce.outbox.Rig.SWEPT_AFTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutboxLimits;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rules of publishing, one by one: what is sent, reported and repeated, what a request holds,
 * and what waits behind others.
 */
class PublishRunRulesTest {
  private static final Duration LEFT_AFTER = SWEPT_AFTER.plus(Duration.ofSeconds(62));

  private final Rig rig = new Rig();

  /** Commits messages whose first letter is their key, and invokes the publisher. */
  private void publish(String... bodies) {
    List.of(bodies).forEach(it -> rig.commit(QUICK, it.substring(0, 1), it));
    rig.publish();
  }

  @Test
  void aMessageGoesUnderItsIdInItsGroupAndIsDeleted() {
    publish("a1");

    assertThat(rig.queue.bodies()).containsExactly("a1");
    assertThat(rig.queue.sent.getFirst().messageDeduplicationId()).isEqualTo("id-a1");
    assertThat(rig.queue.sent.getFirst().messageGroupId()).isEqualTo("a");
    assertThat(rig.table.items).isEmpty();
  }

  @Test
  void whatFollowsAMessageOfItsKeyThatWaitsIsNotSentAndBothStay() {
    rig.queue.throttled.add("a1");

    publish("a1", "a2", "b1");

    assertThat(rig.position()).isZero();
    assertThat(rig.queue.bodies()).containsExactly("b1");
    assertThat(rig.table.items.keySet())
        .map(OutboxKey::id)
        .containsExactlyInAnyOrder("id-a1", "id-a2");
    assertThat(rig.reports).containsExactly(new OutboxReport(1, 0, 2, 0, Map.of()));
  }

  @Test
  void lambdaRepeatsFromTheFirstMessageThatWaitsAndWhatIsGoneIsNotSentAgain() {
    rig.queue.throttled.addAll(List.of("b1", "c1"));

    publish("a1", "b1", "c1", "d1");
    assertThat(rig.position()).isEqualTo(1);

    rig.queue.throttled.clear();
    rig.publish();
    assertThat(rig.isPublished()).isTrue();
    assertThat(rig.queue.bodies()).containsExactly("a1", "d1", "b1", "c1");
    assertThat(rig.reports.getLast()).isEqualTo(new OutboxReport(2, 1, 0, 0, Map.of()));
  }

  /** It came, was sent and deleted, and came again: an operator forgot the record of its event. */
  @Test
  void aMessageThatCameTwiceIsSentOnce() {
    publish("a1", "a1");

    assertThat(rig.queue.bodies()).containsExactly("a1");
  }

  /** A FIFO queue drops the second by its id. */
  @Test
  void aProcessThatDiesBetweenSendingAndDeletingSendsTheSameIdAgain() {
    rig.table.undeletable = key -> key.id().equals("id-a1");
    publish("a1");
    assertThat(rig.position()).isZero();
    rig.table.undeletable = key -> false;
    rig.newProcess();

    rig.publish();

    assertThat(rig.queue.sent)
        .extracting(it -> it.messageDeduplicationId())
        .containsExactly("id-a1", "id-a1");
    assertThat(rig.table.items).isEmpty();
  }

  @Test
  void anItemThatWasNotReadIsNotTakenForSent() {
    rig.table.unanswered.add("a");

    publish("a1");
    assertThat(rig.position()).isZero();

    rig.table.unanswered.clear();
    rig.publish();
    assertThat(rig.queue.bodies()).containsExactly("a1");
  }

  @Test
  void whatIsNeverTakenStaysAndHoldsNothing() {
    rig.refuses(AWAY_URL, 400, "InvalidMessageContents");
    rig.commit(AWAY, "a", "bad");
    rig.commit("nowhere", "a", "lost");

    publish("a3");

    assertThat(rig.isPublished()).isTrue();
    assertThat(rig.queue.bodies()).containsExactly("a3");
    assertThat(rig.table.items).hasSize(2);
    assertThat(rig.reports).containsExactly(new OutboxReport(1, 0, 0, 2, Map.of()));
  }

  @Test
  void theSweepersAnswerCountsTheSame() {
    rig.queue.throttled.add("a1");
    rig.commit(QUICK, "a", "a1");
    rig.commit(QUICK, "a", "a2");
    rig.commit(QUICK, "b", "b1");
    rig.clock.advance(SWEPT_AFTER.plusSeconds(5));

    assertThat(rig.sweep())
        .isEqualTo("{\"published\":1,\"held\":2,\"unsendable\":0,\"oldestSeconds\":605}");
  }

  @Test
  void theAgeOfADestinationIsThatOfItsOldestMessageInWhateverOrderTheyAreScanned() {
    rig.refuses(AWAY_URL, 503, "ServiceUnavailable");
    rig.table.put(Rig.message(AWAY, "lane-100", "oldest", rig.clock));
    rig.clock.advance(Duration.ofMinutes(1));
    IntStream.range(101, 300)
        .forEach(i -> rig.table.put(Rig.message(AWAY, "lane-" + i, "m" + i, rig.clock)));
    IntStream.range(10, 100)
        .forEach(i -> rig.table.put(Rig.message(AWAY, "lane-0" + i, "m" + i, rig.clock)));
    rig.clock.advance(SWEPT_AFTER.plusSeconds(1));

    rig.sweep();

    assertThat(rig.reports.getLast().oldest()).containsEntry(AWAY, SWEPT_AFTER.plusSeconds(61));
  }

  @Test
  void whatCanNeverBeSentDoesNotKeepTheSweeperFromTheRest() {
    IntStream.range(0, 1000)
        .forEach(i -> rig.table.put(Rig.message("nowhere", "L" + i, "m" + i, rig.clock)));
    List<String> others = List.of("a", "b", "c");
    others.forEach(it -> rig.table.put(Rig.message(QUICK, "zz" + it, it, rig.clock)));
    rig.clock.advance(SWEPT_AFTER.plusSeconds(1));

    rig.sweep();

    assertThat(rig.queue.bodies()).containsExactlyInAnyOrderElementsOf(others);
    assertThat(rig.reports)
        .containsExactly(
            new OutboxReport(
                3,
                0,
                0,
                1000,
                Map.of(
                    QUICK,
                    Duration.ZERO,
                    AWAY,
                    Duration.ZERO,
                    BUS,
                    Duration.ZERO,
                    OutboxReport.UNKNOWN,
                    SWEPT_AFTER.plusSeconds(1))));
  }

  @Test
  void whatIsBehindAMessageThatIsLeftToTheSweeperIsLeftToo() {
    rig.refuses(AWAY_URL, 503, "ServiceUnavailable");
    rig.commit(AWAY, "a", "first");
    rig.commit(AWAY, "a", "second");
    rig.clock.advance(LEFT_AFTER);

    rig.publish();

    assertThat(rig.isPublished()).isTrue();
  }

  @Test
  void aLaneOfMoreThanCanBeReadIsLeftToTheSweeperAfterAWhile() {
    rig.table.itemsOfAPage = 1;
    IntStream.range(0, 9).forEach(i -> rig.commit(QUICK, "a", "m" + i));
    rig.publish();
    assertThat(rig.isPublished()).isFalse();
    rig.clock.advance(LEFT_AFTER);

    rig.publish();

    assertThat(rig.isPublished()).isTrue();
    assertThat(rig.queue.bodies()).isEmpty();
  }

  @Test
  void nothingIsSentAfterTheEndOfTheTimeAndNothingIsLeftForThatReason() {
    rig.commit(QUICK, "a", "first");
    rig.commit(AWAY, "b", "second");
    rig.clock.advance(LEFT_AFTER);
    rig.queue.around = () -> rig.clock.advance(Duration.ofSeconds(15));

    rig.publish();

    assertThat(rig.queue.bodies()).containsExactly("first");
    assertThat(rig.isPublished()).isFalse();
    assertThat(rig.reports.getLast().held()).isEqualTo(1);
  }

  @Test
  void aRequestHoldsTenMessages() {
    IntStream.range(0, 20).forEach(i -> rig.commit(QUICK, "lane" + i, "m" + i));

    rig.publish();

    assertThat(rig.queue.asked).containsEntry(QUICK_URL, 2);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 2"})
  void aRequestHoldsSoManyBytes(int more, int requests) {
    OutboxMessage bare = Rig.message(QUICK, "a", "1", rig.clock);
    // The body is in the id too.
    int beside = OutboxLimits.sizeBytes(bare) - 2;
    int body = (1024 * 1024 / 2 - beside) / 2;
    rig.commit(QUICK, "a", "1" + "x".repeat(body - 1));
    rig.commit(QUICK, "b", "2" + "x".repeat(body - 1 + more));

    rig.publish();

    assertThat(rig.queue.asked).containsEntry(QUICK_URL, requests);
    assertThat(rig.queue.bodies()).hasSize(2);
  }

  @Test
  void threeLargeMessagesAreNotOneRequest() {
    String large = "x".repeat(200_000);
    IntStream.range(0, 3).forEach(i -> rig.commit(QUICK, "lane" + i, i + large));

    rig.publish();

    assertThat(rig.queue.asked).containsEntry(QUICK_URL, 2);
  }

  @Test
  void whatTheStreamIsStillToTellOfIsLeftToIt() {
    rig.table.put(Rig.message(QUICK, "a", "untold", rig.clock));
    rig.clock.advance(Duration.ofSeconds(1));
    rig.commit(QUICK, "a", "told");

    rig.publish();

    assertThat(rig.queue.bodies()).containsExactly("told");
  }

  @Test
  void ofWhatCameTheOrderIsThatOfTheStreamHoweverOldItIs() {
    OutboxMessage older = Rig.message(QUICK, "a", "older", rig.clock);
    rig.clock.advance(Duration.ofSeconds(1));
    rig.commit(QUICK, "a", "told first");
    rig.table.put(older);
    rig.tell(older);
    rig.clock.advance(LEFT_AFTER);

    rig.publish();

    assertThat(rig.queue.bodies()).containsExactly("told first", "older");
  }

  /** The publisher was held up for as long as what the stream has not told may be left. */
  @Test
  void whatMayBeLeftGoesBeforeAYoungerOneAndBehindAnOlderOneThatCameLater() {
    OutboxMessage second = Rig.message(QUICK, "a", "second", rig.clock);
    rig.clock.advance(Duration.ofMillis(4));
    rig.table.put(Rig.message(QUICK, "a", "third", rig.clock));
    rig.clock.advance(Duration.ofSeconds(1));
    rig.commit(QUICK, "a", "made last");
    rig.table.put(second);
    rig.tell(second);
    rig.clock.advance(LEFT_AFTER);

    rig.publish();

    assertThat(rig.queue.bodies()).containsExactly("second", "third", "made last");
  }
}
