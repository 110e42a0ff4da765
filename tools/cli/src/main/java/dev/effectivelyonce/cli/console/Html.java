package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.core.record.LogSanitizer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Markup. It is made of templates, which are constants of this package, and of values, which are
 * escaped. Control characters in a value are shown.
 */
record Html(String markup) {
  static final Html NONE = new Html("");
  private static final String PLACE = "{}";

  /**
   * Returns a template with values in place of each <code>{}</code>: markup as it is, numbers and
   * times as people read them, and all else as escaped text. The place of an address takes a link
   * only: a text there could be a script.
   */
  static Html of(String template, Object... values) {
    StringBuilder markup = new StringBuilder();
    int from = 0;
    for (Object value : values) {
      int place = template.indexOf(PLACE, from);
      String before = template.substring(from, place);
      if (before.endsWith("href=\"") != value instanceof Link) {
        throw new IllegalArgumentException("Only a link is an address, and it is nothing else");
      }
      markup.append(before).append(shown(value));
      from = place + PLACE.length();
    }
    return new Html(markup.append(template.substring(from)).toString());
  }

  static Html all(Stream<Html> pieces) {
    return new Html(pieces.map(Html::markup).collect(Collectors.joining("\n")));
  }

  static Html all(Html... pieces) {
    return all(Stream.of(pieces));
  }

  private static String shown(Object value) {
    return switch (value) {
      case Html html -> html.markup;
      case Link link -> escaped(link.address());
      case Long number -> String.format(Locale.ROOT, "%,d", number);
      case Integer number -> String.format(Locale.ROOT, "%,d", number);
      case Instant at ->
          of("<time>{}</time>", at.truncatedTo(ChronoUnit.SECONDS).toString()).markup;
      case Optional<?> some -> some.map(Html::shown).orElse("-");
      default -> escaped(value.toString());
    };
  }

  /** Returns a text that a form sends back: each character is as it was typed. */
  static Html typed(String text) {
    return new Html(marked(text));
  }

  private static String escaped(String text) {
    return marked(LogSanitizer.visible(text));
  }

  private static String marked(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
