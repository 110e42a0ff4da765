package dev.effectivelyonce.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;

/**
 * The output of a command. Standard output has the result and nothing else; progress and problems
 * go to standard error.
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
      case text -> out.print(document.text(screen));
      case json -> out.println(lines(document.json()));
    }
    out.flush();
  }

  /** Shows something before the result: to people where they look, to programs not at all. */
  public void preview(Document document) {
    err.print(document.text());
    err.flush();
  }

  /** Tells a line. */
  public void tell(String line) {
    err.println(line);
    err.flush();
  }

  /** Tells a part of a line, such as a question. */
  public void ask(String text) {
    err.print(text);
    err.flush();
  }

  private static String lines(JsonNode node) {
    try {
      return MAPPER.writer(LINES).writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree of JSON is always written", e);
    }
  }
}
