package dev.effectivelyonce.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.core.record.LogSanitizer;
import java.io.PrintWriter;

/**
 * The output of a command. Standard output has the result and nothing else; progress and problems
 * go to standard error. Control characters, which a message or an error may hold, are shown and
 * never passed to the terminal.
 *
 * @param out standard output
 * @param err standard error
 * @param format of the result
 * @param screen what the result is shown on
 */
public record Output(PrintWriter out, PrintWriter err, Format format, Screen screen) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final DefaultPrettyPrinter LINES =
      new DefaultPrettyPrinter()
          .withObjectIndenter(new DefaultIndenter("  ", "\n"))
          .withArrayIndenter(new DefaultIndenter("  ", "\n"));

  /** Writes the result of the command. */
  public void result(Document document) {
    switch (format) {
      case text -> out.print(screen.shown(document.text(screen)));
      case json -> out.println(visible(lines(document.json())));
    }
    out.flush();
  }

  /** Writes a part of a result that is longer than memory. */
  public void part(String text) {
    out.print(
        switch (format) {
          case text -> screen.shown(text);
          case json -> visible(text);
        });
    out.flush();
  }

  /** Shows something before the result: to people where they look, to programs not at all. */
  public void preview(Document document) {
    err.print(visible(document.text()));
    err.flush();
  }

  /** Tells a line. */
  public void tell(String line) {
    err.println(oneLine(line));
    err.flush();
  }

  /** Tells a part of a line, such as a question. */
  public void ask(String text) {
    err.print(oneLine(text));
    err.flush();
  }

  /**
   * Returns a text that changes nothing in a terminal but to move to the next line. In JSON the
   * replacements are those of its own syntax.
   */
  public static String visible(String text) {
    return LogSanitizer.visible(text);
  }

  /** Returns a text in one line, so that what is in it can't pass for another. */
  public static String oneLine(String text) {
    return LogSanitizer.oneLine(text);
  }

  /** Returns a tree as it is written. */
  public static String lines(JsonNode node) {
    try {
      return MAPPER.writer(LINES).writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree of JSON is always written", e);
    }
  }
}
