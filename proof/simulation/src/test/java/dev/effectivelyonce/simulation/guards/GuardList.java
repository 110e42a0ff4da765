package dev.effectivelyonce.simulation.guards;

import dev.effectivelyonce.simulation.guards.Guard.Catcher;
import dev.effectivelyonce.simulation.guards.Guard.Edit;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.StoreModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Every guard, read from a file for each topic, whose first line is its title. A paragraph is a
 * guard; its lines begin with:
 *
 * <ul>
 *   <li>{@code guard}: its name
 *   <li>{@code without}: what breaks without it
 *   <li>{@code by}: who notices; of a test also why no history does
 *   <li>{@code in}: its source file, unless it is that of the guard before
 *   <li>{@code -}: a snippet, in one line whatever its layout is; {@code +}: the text that replaces
 *       it
 *   <li>{@code #}: a comment
 * </ul>
 */
final class GuardList {
  private static final List<String> TOPICS =
      List.of(
          "store",
          "decision",
          "engine",
          "commits",
          "groups",
          "dynamodb",
          "redis",
          "postgres",
          "cache",
          "steps",
          "sagas",
          "sqs",
          "replay",
          "http",
          "powertools",
          "outbox",
          "heartbeat",
          "outages",
          "logs",
          "whole-batches",
          "workers",
          "done");

  private static final Pattern SIMULATION =
      Pattern.compile("simulation(?: of (\\w+))?(?: over (\\w+))?");
  private static final Pattern TESTS = Pattern.compile("(\\S+), since (.+)");

  private GuardList() {}

  static List<Guard> all() {
    return TOPICS.stream().flatMap(topic -> guards(text(topic))).toList();
  }

  private static String text(String topic) {
    String name = topic + ".txt";
    try (InputStream file = GuardList.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Guard> guards(String text) {
    List<Guard> guards = new ArrayList<>();
    String title = text.lines().findFirst().orElseThrow().substring(2);
    for (String paragraph : text.split("\n\n", -1)) {
      List<String> lines = paragraph.lines().filter(line -> !line.startsWith("#")).toList();
      if (!lines.isEmpty()) {
        guards.add(guard(title, lines, guards));
      }
    }
    return guards.stream();
  }

  private static Guard guard(String title, List<String> lines, List<Guard> before) {
    return new Guard(
        title,
        value("guard", lines).orElseThrow(),
        value("without", lines).orElseThrow(),
        value("in", lines).orElseGet(() -> before.getLast().file()),
        edits(lines),
        catcher(value("by", lines).orElseThrow()));
  }

  private static Optional<String> value(String word, List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(word + " "))
        .map(line -> line.substring(word.length() + 1))
        .findFirst();
  }

  private static List<Edit> edits(List<String> lines) {
    List<Edit> edits = new ArrayList<>();
    for (String line : lines) {
      String text = line.substring(line.indexOf(' ') + 1);
      switch (line.substring(0, line.indexOf(' '))) {
        case "-" -> edits.add(new Edit(text, ""));
        case "+" -> edits.add(edits.removeLast().with(text));
        case "guard", "without", "by", "in" -> {}
        default -> throw new IllegalStateException("Not a line of a guard: " + line);
      }
    }
    return List.copyOf(edits);
  }

  private static Catcher catcher(String text) {
    Matcher simulation = SIMULATION.matcher(text);
    if (simulation.matches()) {
      return new Catcher.Simulation(
          Optional.ofNullable(simulation.group(2))
              .map(StoreModel::valueOf)
              .orElse(StoreModel.DYNAMODB),
          Optional.ofNullable(simulation.group(1))
              .map(SourceModel::valueOf)
              .orElse(SourceModel.SQS));
    }
    if (text.equals("exploration")) {
      return new Catcher.Exploration();
    }
    Matcher tests = TESTS.matcher(text);
    if (!tests.matches()) {
      throw new IllegalStateException("No test notices by " + text);
    }
    return new Catcher.Tests("dev.effectivelyonce." + tests.group(1), tests.group(2));
  }
}
