package dev.effectivelyonce.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes figures into the pages that have a place for them, so that nobody copies them by hand.
 * What stands between {@code <!-- figures: name -->} and {@code <!-- end -->} is replaced.
 */
public final class FiguresInPages {
  private static final Pattern PLACE =
      Pattern.compile("(<!-- figures: ([a-z-]+) -->\n)(.*?)(<!-- end -->)", Pattern.DOTALL);

  private FiguresInPages() {}

  /**
   * Replaces the figures that are given; others stay as they are.
   *
   * @throws IllegalStateException if no page of the folder has a place for one of them; then no
   *     page is changed
   */
  public static void write(Path folder, Map<String, String> figures) {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> pages = files.filter(it -> it.toString().endsWith(".md")).sorted().toList();
      Set<String> homeless = new HashSet<>(figures.keySet());
      for (Path page : pages) {
        PLACE.matcher(Files.readString(page)).results().forEach(it -> homeless.remove(it.group(2)));
      }
      if (!homeless.isEmpty()) {
        throw new IllegalStateException(
            "No page of "
                + folder
                + " has a place for the figures "
                + homeless
                + ": write <!-- figures: NAME --> and <!-- end --> where each belongs");
      }
      for (Path page : pages) {
        write(page, Files.readString(page), figures);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path page, String text, Map<String, String> figures)
      throws IOException {
    String replaced =
        PLACE
            .matcher(text)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        found.group(1)
                            + figures.getOrDefault(found.group(2), found.group(3))
                            + found.group(4)));
    if (!replaced.equals(text)) {
      Files.writeString(page, replaced);
    }
  }
}
