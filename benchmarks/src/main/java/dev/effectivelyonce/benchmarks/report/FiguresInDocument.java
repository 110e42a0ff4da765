package dev.effectivelyonce.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes figures into a document, so that nobody copies them by hand. What stands between {@code
 * <!-- figures: name -->} and {@code <!-- end -->} is replaced.
 */
public final class FiguresInDocument {
  private static final Pattern PLACE =
      Pattern.compile("(<!-- figures: ([a-z-]+) -->\n)(.*?)(<!-- end -->)", Pattern.DOTALL);

  private FiguresInDocument() {}

  /** Replaces the figures that are given; others stay as they are. */
  public static void write(Path document, Map<String, String> figures) {
    try {
      Files.writeString(document, replaced(Files.readString(document), figures));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String replaced(String text, Map<String, String> figures) {
    return PLACE
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1)
                        + figures.getOrDefault(found.group(2), found.group(3))
                        + found.group(4)));
  }
}
