package dev.effectivelyonce.outbox;

import static dev.effectivelyonce.outbox.Bench.BUS;
import static dev.effectivelyonce.outbox.Bench.FIFO;
import static dev.effectivelyonce.outbox.Bench.STANDARD;
import static dev.effectivelyonce.outbox.Bench.SWEPT_AFTER;
import static dev.effectivelyonce.outbox.OutboxReport.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutgoingMessage;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LocalAws.class)
class OutboxSweeperTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Bench bench;

  OutboxSweeperTest(LocalAws.Running aws) {
    bench = new Bench(aws);
  }

  private static OutgoingMessage ordered(String key, String name) {
    return OutgoingMessage.to(FIFO, name, name).orderedBy(key);
  }

  /** All others have none. */
  private static Map<String, Duration> oldest(String destination, Duration age) {
    Map<String, Duration> oldest = new HashMap<>();
    List.of(STANDARD, FIFO, BUS, UNKNOWN).forEach(it -> oldest.put(it, Duration.ZERO));
    oldest.put(destination, age);
    return oldest;
  }

  @Test
  void whatTheStreamMissedIsSentInTheOrderInWhichItWasMade() {
    IntStream.range(0, 12)
        .forEach(
            i -> {
              bench.commitUnseen("O-" + i, ordered("C-1", "m" + i));
              bench.clock.advance(SECOND);
            });
    bench.clock.advance(SWEPT_AFTER);

    assertThat(bench.sweep().path("published").asInt()).isEqualTo(12);

    assertThat(bench.bodies(FIFO))
        .containsExactlyElementsOf(IntStream.range(0, 12).mapToObj(i -> "m" + i).toList());
    assertThat(bench.waiting()).isEmpty();
  }

  @Test
  void whatTheStreamMayStillTellOfIsLeftToIt() {
    bench.commitUnseen("O-1", ordered("C-1", "young"));
    bench.clock.advance(SWEPT_AFTER);

    assertThat(bench.sweep().path("published").asInt()).isZero();

    assertThat(bench.waiting()).containsExactly("young");
  }

  @Test
  void aRecordOfTheStreamThatComesAfterTheSweeperSendsNothing() {
    bench.commit("O-1", OutgoingMessage.to(STANDARD, "late", "late"));
    bench.clock.advance(SWEPT_AFTER.plus(SECOND));

    bench.sweep();
    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bodies(STANDARD)).containsExactly("late");
  }

  @Test
  void whatCanNeverBeSentDoesNotKeepTheSweeperFromTheRest() {
    List<String> names = IntStream.range(0, 10).mapToObj(i -> "m" + i).toList();
    IntStream.range(0, 1000)
        .forEach(i -> bench.commitUnseen("L-" + i, OutgoingMessage.to("nowhere", "lost", "x")));
    names.forEach(name -> bench.commitUnseen(name, OutgoingMessage.to(STANDARD, name, name)));
    bench.clock.advance(SWEPT_AFTER.plus(SECOND));

    bench.sweep();

    assertThat(bench.bodies(STANDARD)).containsExactlyInAnyOrderElementsOf(names);
    assertThat(bench.reports)
        .containsExactly(
            new OutboxReport(10, 0, 0, 1000, oldest(UNKNOWN, SWEPT_AFTER.plus(SECOND))));
  }

  @Test
  void aSweeperWithoutTimeLeftSendsNothing() {
    bench.commitUnseen("O-1", OutgoingMessage.to(STANDARD, "late", "late"));
    bench.clock.advance(SWEPT_AFTER.plus(SECOND));

    bench.sweep(Duration.ZERO);

    assertThat(bench.waiting()).containsExactly("late");
  }

  @Test
  void theAgeOfWhatStaysIsReported() {
    bench.commitUnseen("O-1", OutgoingMessage.to("nowhere", "lost", "x"));
    bench.clock.advance(SWEPT_AFTER.plus(SECOND));

    bench.sweep();

    assertThat(bench.reports)
        .containsExactly(new OutboxReport(0, 0, 0, 1, oldest(UNKNOWN, SWEPT_AFTER.plus(SECOND))));
    assertThat(bench.waiting()).containsExactly("lost");
  }
}
