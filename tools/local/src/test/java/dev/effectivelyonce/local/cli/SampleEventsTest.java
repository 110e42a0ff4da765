package dev.effectivelyonce.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.fixture.PackagedStack;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.payment.Gateways;
import dev.effectivelyonce.local.system.LocalSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Each file in events/ does what it says it does. */
@Tag("full")
@Isolated
class SampleEventsTest {
  private static final Path EVENTS = Path.of("..", "..", "events");

  @Test
  void everySampleEventSucceedsButTheOneThatIsToBeRefused(@TempDir Path work) throws IOException {
    Map<String, String> unsuccessful = new TreeMap<>();
    try (GatewayStandIn gateway = Gateways.faultless();
        LocalSystem system =
            LocalSystem.start(
                PackagedStack.in(work, template -> Gateways.through(template, gateway))
                    .withProcessesPerFunction(1));
        Stream<Path> files = Files.list(EVENTS)) {
      Map<String, EventFile> events = new TreeMap<>();
      files.forEach(file -> events.put(file.getFileName().toString(), EventFile.read(file)));
      events.values().stream()
          .map(event -> InvokeCommand.function(system, event.function()).name())
          .distinct()
          .parallel()
          .forEach(function -> system.function(function).warmUp(Duration.ofMinutes(5)));
      events.forEach(
          (name, event) -> {
            InvocationResult result = invoke(system, event);
            if (!(result instanceof InvocationResult.Succeeded)) {
              unsuccessful.put(name, result.describe());
            }
          });
    }

    assertThat(unsuccessful).containsOnlyKeys("replay-refused.json");
    assertThat(unsuccessful.get("replay-refused.json")).contains("unknown fields [dryrun]");
  }

  private static InvocationResult invoke(LocalSystem system, EventFile file) {
    InvokeCommand.prepare(system, file);
    String name = InvokeCommand.function(system, file.function()).name();
    return system.invoke(name, file.event().toString());
  }
}
