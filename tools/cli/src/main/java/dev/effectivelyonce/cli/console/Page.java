package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.cli.letters.LetterLines;
import dev.effectivelyonce.cli.output.Screen.Cell;
import dev.effectivelyonce.cli.output.Screen.Mark;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A page of the console.
 *
 * @param title its heading
 * @param looked when its content was looked at
 * @param again the link that looks again
 * @param commands that show the same on the command line
 * @param main its content
 */
record Page(
    String title,
    Optional<Instant> looked,
    Optional<Link> again,
    List<String> commands,
    Html main) {

  /**
   * Returns it as markup.
   *
   * @param place what is looked at, such as a stack
   * @param links to more pages, beside those that every console has
   */
  Html html(String place, List<Link> links) {
    return Html.of(
        """
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>{} - Effectively Once</title>
        <link rel="stylesheet" href="{}">
        </head>
        <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
        <p class="place">Effectively Once: {}</p>
        <nav aria-label="Pages"><ul>
        <li><a href="{}">Overview</a></li>
        <li><a href="{}">Find an event</a></li>
        {}</ul></nav>
        </header>
        <main id="main">
        <h1>{}</h1>
        <p class="bar">{} {}</p>
        {}
        </main>
        <footer>{}</footer>
        </body>
        </html>
        """,
        title,
        new Link(ConsoleServer.STYLE),
        place,
        Link.OVERVIEW,
        Link.FIND,
        Html.all(links.stream().map(it -> Html.of("<li>{}</li>", link(it, "Acts")))),
        title,
        Html.all(looked.stream().map(at -> Html.of("<span>As of {}</span>", at))),
        Html.all(again.stream().map(to -> button(to, "Look again"))),
        main,
        commands.isEmpty()
            ? Html.NONE
            : Html.of("<h2>The same on the command line</h2>{}", commands(commands.stream())));
  }

  /** Returns a problem. The fields that it is about are described by it. */
  static Html problem(String problem, String remedy) {
    return Html.of(
        "<div class=\"problem\" id=\"problem\" role=\"alert\"><p>{}.</p><p>{}.</p></div>",
        problem,
        remedy);
  }

  static Html commands(Stream<String> lines) {
    return Html.all(lines.map(it -> Html.of("<pre><code>{}</code></pre>", it)));
  }

  static Html link(Link to, Object text) {
    return Html.of("<a href=\"{}\">{}</a>", to, text);
  }

  static Html button(Link to, Object text) {
    return Html.of("<a class=\"button\" href=\"{}\">{}</a>", to, text);
  }

  static Html paragraph(Object text) {
    return Html.of("<p>{}</p>", text);
  }

  static Html section(String heading, Html content) {
    return Html.of("<section><h2>{}</h2>{}</section>", heading, content);
  }

  static Html list(Stream<Html> items) {
    return Html.of("<ul>{}</ul>", Html.all(items.map(it -> Html.of("<li>{}</li>", it))));
  }

  /**
   * Returns a table, whose first column names its rows. If it is too wide, it scrolls by itself.
   */
  static Html table(String caption, List<String> headings, Stream<Html> rows) {
    return Html.of(
        """
        <div class="wide" role="region" aria-label="{}" tabindex="0"><table>
        <caption>{}</caption>
        <thead><tr>{}</tr></thead>
        <tbody>{}</tbody>
        </table></div>
        """,
        caption,
        caption,
        Html.all(headings.stream().map(it -> Html.of("<th scope=\"col\">{}</th>", it))),
        Html.all(rows));
  }

  static Html row(Object name, Object... cells) {
    return Html.of(
        "<tr><th scope=\"row\">{}</th>{}</tr>",
        name,
        Html.all(Stream.of(cells).map(it -> Html.of("<td>{}</td>", it))));
  }

  /** Returns names with their values, each a {@link #fact}. */
  static Html facts(Stream<Html> facts) {
    return Html.of("<dl>{}</dl>", Html.all(facts));
  }

  static Html fact(String name, Object value) {
    return Html.of("<div><dt>{}</dt><dd>{}</dd></div>", name, value);
  }

  /** Returns the fact if there is a value. */
  static Html fact(String name, Optional<?> value) {
    return Html.all(value.stream().map(it -> fact(name, (Object) it)));
  }

  /** Returns "1 letter" or "3 letters". */
  static Html counted(long number, String one) {
    return Html.of("{} {}", number, number == 1 ? one : one + "s");
  }

  /** Returns a cell of the command line. What needs somebody shows by more than its colour. */
  static Html cell(Cell cell) {
    return switch (cell.mark()) {
      case BAD -> Html.of("<strong class=\"bad\">{}</strong>", cell.text());
      case FAILED_AND_HELD -> Html.of("<em class=\"doubt\">{}</em>", cell.text());
      case HEADING, NONE -> Html.of("{}", cell.text());
    };
  }

  static Html marked(String text, Mark mark) {
    return cell(new Cell(text, mark));
  }

  static Html decision(String label) {
    return marked(label, LetterLines.mark(label));
  }
}
