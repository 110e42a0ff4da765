package dev.effectivelyonce.benchmarks.shares;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Figures, one a line, so that a run that ends early has lost the cell it was at alone. */
final class FigureFile {
  private final ObjectMapper json = new ObjectMapper();
  private final Path file;

  FigureFile(Path file) {
    this.file = file;
  }

  List<Figure> read() {
    try {
      return Files.exists(file)
          ? Files.readAllLines(file).stream().map(this::figure).toList()
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds the figures of a cell, all at once. */
  void add(List<Figure> figures) {
    StringBuilder lines = new StringBuilder();
    figures.forEach(it -> lines.append(line(it)).append('\n'));
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Figure figure(String line) {
    try {
      return json.readValue(line, Figure.class);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("A line of " + file + " is no figure: delete the file", e);
    }
  }

  private String line(Figure figure) {
    try {
      return json.writeValueAsString(figure);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
