package dev.effectivelyonce.integration.drill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.integration.environment.Settings;
import dev.effectivelyonce.integration.environment.Shell;
import dev.effectivelyonce.integration.environment.Shell.Result;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Json;
import dev.effectivelyonce.integration.stack.PageScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * Somebody with a shell and the runbook.
 *
 * @param directory where commands leave their files
 */
record Night(Path directory, Shell shell) {
  /** The ticket in the runbook's commands. */
  static final String TICKET = "INC-12";

  private static final Settings SETTINGS = Settings.ofThisProcess();

  static Night of(DeployedStack stack, Path directory) {
    return of(stack, directory, "effectively-once.json");
  }

  /** The same, with another configuration of the project. */
  static Night of(DeployedStack stack, Path directory, String consumers) {
    return new Night(directory, new Shell(directory, stack.endpoint(), SETTINGS, consumers));
  }

  /** The commands of an incident. */
  PageScript incident(String name) {
    return PageScript.ofIncident(SETTINGS.projectRoot(), name, shell);
  }

  /** Writes a file that a command takes. */
  void write(String file, String content) {
    try {
      Files.writeString(directory.resolve(file), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What discarded and resent letters of a consumer were saved as. */
  List<JsonNode> saved(Consumer consumer) {
    Path file = directory.resolve("dead-letters-of-" + consumer.name() + ".jsonl");
    try {
      return Files.readAllLines(file).stream().map(Json::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Their bodies, without blanks. */
  List<String> savedBodies(Consumer consumer) {
    return saved(consumer).stream().map(it -> Json.compact(it.path("Body").asText())).toList();
  }

  /** The reasons in the trail of a record. */
  List<String> reasons(Consumer consumer, String key) {
    Result shown =
        shell.run(
            "effectively-once inspect --output json --consumer %s --key %s"
                .formatted(consumer.name(), key));
    assertThat(shown.status()).as(shown.errors()).isZero();
    JsonNode trail = Json.read(shown.output()).path("trail");
    assertThat(trail)
        .as("who did it")
        .allSatisfy(entry -> assertThat(entry.path("actor").asText()).startsWith("arn:aws:"));
    return StreamSupport.stream(trail.spliterator(), false)
        .map(entry -> entry.path("reason").asText())
        .toList();
  }
}
