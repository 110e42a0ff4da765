package dev.effectivelyonce.local.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.PackagedStack;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.local.template.FunctionResource;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The packaged sweeper of the outbox, on the synthesized stack. */
@Tag("full")
@Isolated
class OutboxTest {

  @Test
  void theSweeperRunsOnItsScheduleAndAnswersWhatItFound(@TempDir Path work) {
    try (LocalSystem system = LocalSystem.start(PackagedStack.in(work))) {
      FunctionResource sweeper =
          system.template().functions().stream()
              .filter(it -> it.environment().containsKey("EFFECTIVELY_ONCE_DESTINATION_fulfilment"))
              .filter(it -> isScheduled(system, it))
              .findFirst()
              .orElseThrow();

      assertThat(system.invoke(sweeper.name(), "{}").toString())
          .contains("\"published\":0", "\"oldestSeconds\":0");
    }
  }

  private static boolean isScheduled(LocalSystem system, FunctionResource function) {
    return system.template().schedules().stream()
        .filter(it -> it.rate().equals(Duration.ofMinutes(5)))
        .map(it -> system.template().function(it.function()))
        .anyMatch(function::equals);
  }
}
