package dev.effectivelyonce.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.batch.Disposition.Acknowledge;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.key.ConsumerName;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckpointsTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Instant LATER = NOW.plusSeconds(1);
  private static final Disposition DONE = new Acknowledge();
  private static final Disposition FINAL = Disposition.deadLetter("why");
  private static final Disposition LATE = Disposition.waiting(Duration.ZERO);

  private final List<String> parked = new ArrayList<>();
  private Parking parking = (message, deadline) -> parked.add(message.origin().position());

  @Test
  void theLowestPositionThatIsNotDoneIsReportedWhateverIsDoneBehindIt() {
    assertThat(unfinished(List.of(at(1, DONE), at(2, LATE), at(3, DONE), at(4, LATE))))
        .containsExactly(TestRecord.at(2));
    assertThat(unfinished(List.of(at(1, DONE), at(2, DONE)))).isEmpty();
    assertThat(unfinished(List.of())).isEmpty();
  }

  @Test
  void theLowestIsFoundInABatchThatIsOutOfOrder() {
    assertThat(unfinished(List.of(at(10, LATE), at(9, LATE), at(11, DONE))))
        .containsExactly(TestRecord.at(9));
  }

  @Test
  void whatFailedForGoodIsParkedInOrderAndIsDone() {
    assertThat(unfinished(List.of(at(3, FINAL), at(1, FINAL), at(2, DONE)))).isEmpty();
    assertThat(parked).containsExactly("1", "3");
  }

  @Test
  void nothingIsParkedBehindWhatComesBack() {
    assertThat(unfinished(List.of(at(1, FINAL), at(2, LATE), at(3, FINAL))))
        .containsExactly(TestRecord.at(2));
    assertThat(parked).containsExactly("1");
  }

  @Test
  void aRecordThatIsTwiceInABatchIsParkedOnce() {
    assertThat(unfinished(List.of(at(1, FINAL), at(1, FINAL)))).isEmpty();
    assertThat(parked).containsExactly("1");
  }

  @Test
  void whatCanNotBeParkedComesBackAndNothingIsParkedBehindIt() {
    Parking working = parking;
    parking =
        (message, deadline) -> {
          if (message.origin().position().equals("2")) {
            throw new IllegalStateException("the queue is away");
          }
          working.put(message, deadline);
        };

    assertThat(unfinished(List.of(at(1, FINAL), at(2, FINAL), at(3, FINAL))))
        .containsExactly(TestRecord.at(2));
    assertThat(parked).containsExactly("1");
  }

  @Test
  void aProcessThatCanNotGoOnEndsInsteadOfParkingNothing() {
    parking =
        (message, deadline) -> {
          throw new NoClassDefFoundError("com/example/Queue");
        };

    assertThatThrownBy(() -> unfinished(List.of(at(1, FINAL))))
        .isInstanceOf(FatalProcessError.class);
  }

  /** Its source counts no receives, so each delivery is as the first. */
  @Test
  void aRecordIsKnownInTheLogByItsId() {
    assertThat(TestRecord.at(1).logFields()).isEqualTo(Map.of("messageId", Optional.of("1")));
    assertThat(unplaced(DONE).message().logFields())
        .isEqualTo(Map.of("messageId", Optional.of("none")));
    assertThat(TestRecord.at(1).receiveCount()).isOne();
  }

  @Test
  void nothingIsParkedAfterTheDeadline() {
    assertThat(checkpoints().unfinished(List.of(at(1, FINAL), at(2, DONE)), NOW))
        .containsExactly(TestRecord.at(1));
    assertThat(parked).isEmpty();
  }

  @Test
  void eachPartitionHasItsOwnPosition() {
    TestRecord other = new TestRecord("q", Optional.of(1), Optional.empty());

    assertThat(unfinished(List.of(at(7, LATE), new HandledMessage<>(other, LATE))))
        .containsExactlyInAnyOrder(TestRecord.at(7), other);
  }

  @Test
  void aRecordWithoutAPositionThatIsNotDoneFailsTheBatch() {
    for (Disposition disposition : List.of(LATE, FINAL)) {
      assertThatThrownBy(() -> unfinished(List.of(at(1, FINAL), unplaced(disposition))))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(parked).isEmpty();
    assertThat(unfinished(List.of(at(1, LATE), unplaced(DONE)))).containsExactly(TestRecord.at(1));
  }

  private static HandledMessage<TestRecord> unplaced(Disposition disposition) {
    return new HandledMessage<>(
        new TestRecord("p", Optional.empty(), Optional.empty()), disposition);
  }

  private static HandledMessage<TestRecord> at(int number, Disposition disposition) {
    return new HandledMessage<>(TestRecord.at(number), disposition);
  }

  private List<TestRecord> unfinished(List<HandledMessage<TestRecord>> batch) {
    return checkpoints().unfinished(batch, LATER);
  }

  private Checkpoints<TestRecord> checkpoints() {
    return new Checkpoints<>(
        parking,
        (record, why) ->
            new ParkedMessage(
                new Origin(
                    "arn",
                    record.partition(),
                    record.messageId().orElseThrow(),
                    record.partitionKey()),
                new ConsumerName("clicks"),
                "{}",
                why),
        Clock.fixed(NOW, ZoneOffset.UTC));
  }
}
