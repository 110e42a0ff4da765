package dev.effectivelyonce.cli.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.StringWriter;

/** A body as a page shows it. */
final class Indented {
  private static final JsonFactory JSON = new JsonFactory();

  private Indented() {}

  /**
   * Returns JSON in lines, with its members and numbers as they are written, because they are what
   * an operator has to see. Returns any other text as it is.
   *
   * @param most about how long the lines may be; the rest of them is left out
   */
  static String of(String body, int most) {
    StringWriter lines = new StringWriter();
    try (JsonParser parser = JSON.createParser(body);
        JsonGenerator generator = JSON.createGenerator(lines).useDefaultPrettyPrinter()) {
      while (parser.nextToken() != null) {
        if (parser.currentToken().isNumeric()) {
          generator.writeNumber(parser.getText());
        } else {
          generator.copyCurrentEvent(parser);
        }
        generator.flush();
        if (lines.getBuffer().length() > most) {
          break;
        }
      }
    } catch (IOException e) {
      return body;
    }
    return lines.toString();
  }
}
