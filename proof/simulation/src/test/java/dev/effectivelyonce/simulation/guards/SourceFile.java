package dev.effectivelyonce.simulation.guards;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A source file of the production code.
 *
 * @param className of its class
 * @param text as it stands
 */
record SourceFile(String className, String text) {
  private static final String ROOT_OF_CLASSES = "src/main/java/";

  /**
   * Reads one.
   *
   * @param file from the root of the project
   */
  static SourceFile read(Path root, String file) {
    int begin = file.indexOf(ROOT_OF_CLASSES) + ROOT_OF_CLASSES.length();
    String name = file.substring(begin, file.length() - ".java".length()).replace('/', '.');
    try {
      return new SourceFile(name, Files.readString(root.resolve(file)));
    } catch (IOException e) {
      throw new UncheckedIOException("Run it in the project; not found: " + root.resolve(file), e);
    }
  }

  /**
   * The file with a snippet replaced.
   *
   * @throws IllegalStateException unless the snippet occurs exactly once
   */
  SourceFile with(Guard.Edit edit) {
    Matcher found = anyLayout(edit.snippet()).matcher(text);
    long times = found.results().count();
    if (times != 1) {
      throw new IllegalStateException(
          "Found %s times in %s, not once; bring the guard up to date: %s"
              .formatted(times, className, edit.snippet()));
    }
    found.reset();
    return new SourceFile(
        className, found.replaceFirst(Matcher.quoteReplacement(edit.replacement())));
  }

  private static Pattern anyLayout(String snippet) {
    return Pattern.compile(
        Arrays.stream(snippet.strip().split("\\s+"))
            .map(Pattern::quote)
            .collect(Collectors.joining("\\s+")));
  }
}
