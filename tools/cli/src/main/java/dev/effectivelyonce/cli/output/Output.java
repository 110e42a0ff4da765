package dev.effectivelyonce.cli.output;

import java.io.PrintWriter;

/**
 * The output of a command. Standard output has the result and nothing else; progress and problems
 * go to standard error.
 *
 * @param out standard output
 * @param err standard error
 * @param format of the result
 */
public record Output(PrintWriter out, PrintWriter err, Format format) {
  /** Writes the result of the command. */
  public void result(Document document) {
    switch (format) {
      case text -> out.print(document.text());
      case json -> out.println(Json.lines(document.json()));
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
}
