package dev.effectivelyonce.outbox;

import static dev.effectivelyonce.outbox.Rig.QUICK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The stream has no order between messages of one commit; it tells of them at different times. */
class MessagesOfOneCommitTest {
  private final Rig rig = new Rig();
  private final OutboxMessage first = Rig.message(QUICK, "a", "first", rig.clock);
  private final OutboxMessage second =
      Rig.behind(first, Rig.message(QUICK, "a", "a second", rig.clock));
  private final OutboxMessage third =
      Rig.behind(second, Rig.message(QUICK, "a", "the third", rig.clock));
  private final List<String> inOrder = List.of("first", "a second", "the third");

  private void put(OutboxMessage... messages) {
    List.of(messages).forEach(rig.table::put);
  }

  private void tell(OutboxMessage... messages) {
    List.of(messages).forEach(rig::tell);
  }

  @Test
  void theyGoByTheirPlacesWhateverTheStreamTellsFirst() {
    put(first, second, third);
    tell(third, first, second);

    rig.publish();

    assertThat(rig.queue.bodies()).containsExactlyElementsOf(inOrder);
  }

  @Test
  void ofWhichOneIsToldTheOthersGoToo() {
    put(first, second, third);
    tell(second);

    rig.publish();

    assertThat(rig.queue.bodies()).containsExactlyElementsOf(inOrder);
    assertThat(rig.table.items).isEmpty();
  }

  @Test
  void oneWaitsForTheOneBeforeItWhileThatIsNotToBeSeen() {
    put(second);
    tell(second);
    rig.publish();
    assertThat(rig.queue.bodies()).isEmpty();
    assertThat(rig.isPublished()).isFalse();
    put(first);
    tell(first);

    rig.publish();

    assertThat(rig.queue.bodies()).containsExactly("first", "a second");
  }

  @Test
  void whatWasCommittedLaterWaitsTooWhileTheFirstIsNotToBeSeen() {
    put(second);
    tell(second);
    rig.commit(QUICK, "a", "later");

    rig.publish();

    assertThat(rig.queue.bodies()).isEmpty();
  }

  @Test
  void oneGoesWhoseCommitIsLongOver() {
    put(second);
    tell(second);
    rig.clock.advance(Duration.ofSeconds(12));

    rig.publish();

    assertThat(rig.queue.bodies()).containsExactly("a second");
  }

  @Test
  void aSweeperGoesByTheirPlaces() {
    put(first, second, third);
    rig.clock.advance(Rig.SWEPT_AFTER.plus(Duration.ofSeconds(1)));

    rig.sweep();

    assertThat(rig.queue.bodies()).containsExactlyElementsOf(inOrder);
  }
}
