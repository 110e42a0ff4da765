package dev.effectivelyonce.simulation.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.queue.SimulatedMessage.Draft;
import dev.effectivelyonce.simulation.queue.SimulatedQueue.Redrive;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What SQS's documentation says of its queues; no fault is drawn here. */
class SimulatedQueueTest {
  private static final Duration HIDDEN = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();
  private final SimulatedQueue dead = queue("dead.fifo", Optional.empty());
  private final SimulatedQueue fifo = queue("orders.fifo", Optional.of(new Redrive(dead, 2)));
  private final SimulatedQueue standard = queue("orders", Optional.empty());

  @Test
  void aReceivedMessageIsHiddenForItsTime() {
    send(standard, "a", "group");

    assertThat(received(standard)).containsExactly("a");
    assertThat(received(standard)).isEmpty();
    clock.advance(HIDDEN);
    assertThat(received(standard)).containsExactly("a");
  }

  @Test
  void aGroupWaitsWhileOneOfItsMessagesIsInFlight() {
    send(fifo, "a", "one");
    fifo.receive(10, HIDDEN);
    send(fifo, "b", "one");
    send(fifo, "c", "two");

    assertThat(received(fifo)).containsExactly("c");
  }

  @Test
  void aGroupIsReceivedInItsOrder() {
    send(fifo, "a", "one");
    send(fifo, "b", "one");

    assertThat(received(fifo)).containsExactly("a", "b");
  }

  @Test
  void aMessageIsADeadLetterInPlaceOfOneReceiveTooMany() {
    send(fifo, "a", "one");
    fifo.receive(10, Duration.ZERO);
    fifo.receive(10, Duration.ZERO);

    assertThat(received(fifo)).isEmpty();
    Received letter = dead.receive(10, HIDDEN).getFirst();
    assertThat(letter.id()).isEqualTo("a");
    assertThat(letter.movedFrom()).contains(fifo.arn());
    assertThat(letter.receives()).isEqualTo(1);
  }

  @Test
  void aDeduplicationIdIsRememberedForFiveMinutes() {
    assertThat(fifo.send(draft("a", "one", "same"))).isTrue();
    clock.advance(Duration.ofMinutes(4));
    assertThat(fifo.send(draft("b", "one", "same"))).isFalse();
    clock.advance(Duration.ofMinutes(1));
    assertThat(fifo.send(draft("c", "one", "same"))).isTrue();
  }

  @Test
  void aReceiptHandleOfAFifoQueueCountsWhileItsReceiveLasts() {
    send(fifo, "a", "one");
    String receipt = fifo.receive(1, HIDDEN).getFirst().receipt();
    clock.advance(HIDDEN);

    assertThat(fifo.delete(receipt)).isEmpty();
    assertThat(fifo.hide(receipt, HIDDEN)).isFalse();
  }

  @Test
  void aStandardQueueDeletesByItsLastReceiptHandleEvenLate() {
    send(standard, "a", "one");
    String receipt = standard.receive(1, HIDDEN).getFirst().receipt();
    clock.advance(HIDDEN);

    assertThat(standard.delete(receipt)).isPresent();
    assertThat(standard.isEmpty()).isTrue();
  }

  @Test
  void aChangedVisibilityCountsFromNow() {
    send(standard, "a", "one");
    String receipt = standard.receive(1, HIDDEN).getFirst().receipt();
    standard.hide(receipt, Duration.ofSeconds(5));
    clock.advance(Duration.ofSeconds(5));

    assertThat(received(standard)).containsExactly("a");
  }

  private SimulatedQueue queue(String name, Optional<Redrive> redrive) {
    Faults none = new Faults(Choices.of(), new Counts());
    return new SimulatedQueue(name, none, Trace.none(clock::instant), clock::instant, redrive);
  }

  private static List<String> received(SimulatedQueue queue) {
    return queue.receive(10, HIDDEN).stream().map(Received::id).toList();
  }

  private static void send(SimulatedQueue queue, String id, String group) {
    queue.send(draft(id, group, id));
  }

  private static Draft draft(String id, String group, String deduplicationId) {
    return new Draft(id, "body", Optional.of(group), Optional.of(deduplicationId));
  }
}
