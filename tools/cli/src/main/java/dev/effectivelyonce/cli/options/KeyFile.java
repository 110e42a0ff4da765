package dev.effectivelyonce.cli.options;

import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.record.Addresses;
import dev.effectivelyonce.operations.record.MessageFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Keys in a file or on standard input, a line for each part. */
public final class KeyFile {
  private static final String STANDARD_INPUT = "-";

  private KeyFile() {}

  /**
   * Returns the key as letters are chosen by it: its parts, and its scope if it has one, with a
   * slash between them; or its hash.
   *
   * @throws OperationException if there are more or fewer lines
   */
  public static String whole(String name, ConsumerEntry consumer, Session session) {
    int count = consumer.key().parts() + (consumer.key().scope().isPresent() ? 1 : 0);
    List<String> lines = read(name, count, session);
    boolean isHash = lines.size() == 1 && Addresses.looksLikeHash(lines.getFirst());
    if (lines.size() != count && !isHash) {
      throw OperationException.usage(
          "The key of %s has %s line%s, %s given"
              .formatted(consumer.name(), count, count == 1 ? "" : "s", lines.size()),
          "Write each part of the key in a line of its own, and its scope in the last one");
    }
    return String.join("/", lines);
  }

  /**
   * Returns the parts of a key; or its hash alone. From standard input no more lines are read than
   * the key has parts: what follows answers questions.
   *
   * @throws OperationException if there is nothing to read
   */
  public static List<String> read(String name, ConsumerEntry consumer, Session session) {
    return read(name, consumer.key().parts(), session);
  }

  private static List<String> read(String name, int count, Session session) {
    List<String> parts =
        name.equals(STANDARD_INPUT)
            ? typed(session.host().input(), count)
            : MessageFile.content(session.file(Path.of(name))).lines().toList();
    if (parts.isEmpty()) {
      throw OperationException.usage(
          "There is no key in " + (name.equals(STANDARD_INPUT) ? "standard input" : name),
          "Write each part of the key in a line of its own");
    }
    return parts;
  }

  private static List<String> typed(BufferedReader input, int count) {
    List<String> parts = new ArrayList<>();
    try {
      String line = input.readLine();
      while (line != null) {
        parts.add(line);
        boolean isAll = parts.size() == count || Addresses.looksLikeHash(line);
        line = isAll ? null : input.readLine();
      }
    } catch (IOException e) {
      throw OperationException.usage("Standard input can't be read", "Give --key-file a file");
    }
    return parts;
  }
}
