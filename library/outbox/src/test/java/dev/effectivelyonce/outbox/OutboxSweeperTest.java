package dev.effectivelyonce.outbox;

import static dev.effectivelyonce.outbox.Bench.FIFO;
import static dev.effectivelyonce.outbox.Bench.SWEPT_AFTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutgoingMessage;
import java.time.Duration;
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
}
