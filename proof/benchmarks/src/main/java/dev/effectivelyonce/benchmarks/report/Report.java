package dev.effectivelyonce.benchmarks.report;

import dev.effectivelyonce.benchmarks.run.Part;
import dev.effectivelyonce.benchmarks.run.Results;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What was measured, for people: console, files, and the document. */
public final class Report {
  private final Results results;
  private final String machine;

  /**
   * @param machine what it was measured on
   */
  public Report(Results results, String machine) {
    this.results = results;
    this.machine = machine;
  }

  /** All tables, in Markdown. */
  public String text() {
    String tables =
        results.parts().stream()
            .map(part -> "## " + part.title() + "\n\n" + table(part))
            .collect(Collectors.joining("\n"));
    return tables + "\n" + machine + "\n";
  }

  /** Writes {@code results.json} and {@code results.md}. */
  public void write(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("results.md"), text());
      new ResultsJson().write(results, machine, folder.resolve("results.json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the figures into the pages that have places for them. */
  public void writeDocuments(Path docs) {
    FiguresInPages.write(docs, figures());
  }

  private Map<String, String> figures() {
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("machine", machine + "\n");
    for (Part part : results.parts()) {
      figures.put(part.name().toLowerCase(Locale.ROOT), table(part));
    }
    return figures;
  }

  private String table(Part part) {
    return new Tables(results).of(part).markdown();
  }
}
