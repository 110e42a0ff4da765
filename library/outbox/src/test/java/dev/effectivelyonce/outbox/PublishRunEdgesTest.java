package dev.effectivelyonce.outbox;

import static dev.effectivelyonce.outbox.Rig.AWAY;
import static dev.effectivelyonce.outbox.Rig.AWAY_URL;
import static dev.effectivelyonce.outbox.Rig.QUICK;
import static dev.effectivelyonce.outbox.Rig.QUICK_URL;
import static dev.effectivelyonce.outbox.Rig.SWEPT_AFTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutboxLimits;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is reported, what a request holds, and what waits behind others, at the edges. */
class PublishRunEdgesTest {
  private static final Duration LEFT_AFTER = SWEPT_AFTER.plus(Duration.ofSeconds(62));

  private final Rig rig = new Rig();

  @Test
  void thePublishersReportCountsWhatIsSentGoneAndHeld() {
    rig.queue.throttled.add("a1");
    rig.commit(QUICK, "a", "a1");
    rig.commit(QUICK, "a", "a2");
    rig.commit(QUICK, "b", "b1");
    rig.tell(Rig.message(QUICK, "c", "gone", rig.clock));

    rig.publish();

    OutboxReport report = rig.reports.getLast();
    assertThat(report.published()).isEqualTo(1);
    assertThat(report.held()).isEqualTo(2);
    assertThat(report.gone()).isEqualTo(1);
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
