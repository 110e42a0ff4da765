package dev.effectivelyonce.outbox;

import static dev.effectivelyonce.outbox.Rig.QUICK;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The table keeps what was sent. */
class DeletesThatFailTest {
  private static final int RETRIES = 50;

  private final Rig rig = new Rig();

  private void hundredMessages() {
    IntStream.range(0, 100).forEach(i -> rig.commit(QUICK, "lane-" + i, "m" + i));
  }

  @Test
  void aTableThatTakesNoDeletesStopsAllSending() {
    hundredMessages();
    rig.table.undeletable = key -> true;

    for (int i = 0; i < RETRIES; i++) {
      rig.newProcess();
      rig.publish();
    }

    assertThat(rig.queue.bodies()).isEmpty();
  }

  @Test
  void whatWasSentWhenItStoppedTakingDeletesIsNotSentAgain() {
    rig.commit(QUICK, "first", "first");
    rig.publish();
    hundredMessages();
    rig.table.undeletable = key -> true;

    IntStream.range(0, RETRIES).forEach(i -> rig.publish());

    assertThat(rig.queue.bodies()).hasSize(11).doesNotHaveDuplicates();
    rig.table.undeletable = key -> false;
    rig.publish();
    assertThat(rig.queue.bodies()).hasSize(101).doesNotHaveDuplicates();
    assertThat(rig.table.items).isEmpty();
  }

  @Test
  void oneItemThatIsKeptHoldsItsLaneAlone() {
    hundredMessages();
    rig.table.undeletable = key -> key.id().equals("id-m7");

    IntStream.range(0, RETRIES).forEach(i -> rig.publish());

    assertThat(rig.queue.bodies()).hasSize(100).doesNotHaveDuplicates();
    assertThat(rig.isPublished()).isFalse();
    assertThat(rig.reports.getLast().held()).isEqualTo(1);
  }

  @Test
  void theSweeperStopsToo() {
    hundredMessages();
    rig.clock.advance(Rig.SWEPT_AFTER.plus(Duration.ofSeconds(1)));
    rig.table.undeletable = key -> true;

    IntStream.range(0, RETRIES).forEach(i -> rig.sweep());

    assertThat(rig.queue.bodies()).isEmpty();
  }
}
