package dev.effectivelyonce.cli.deadletters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.letters.LetterLines;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.output.Screen;
import dev.effectivelyonce.cli.output.Screen.Cell;
import dev.effectivelyonce.cli.output.ScreenDocument;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.LetterSummary;
import dev.effectivelyonce.operations.deadletters.LetterSummary.Group;
import dev.effectivelyonce.operations.deadletters.Pass;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayListener;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** The layout of dead letters by cause and decision. */
record SummaryDocument(LetterSummary summary, Pass pass) implements ScreenDocument {
  private static final List<String> HEADINGS =
      List.of("COUNT", "REPLAY", "FIRST SENT", "LAST SENT", "A SAMPLE", "CAUSE");

  static SummaryDocument of(
      DeadLetters letters,
      ReplayFilter filter,
      int limit,
      Consumer<String> ids,
      ReplayListener progress,
      Session session) {
    LetterSummary summary = new LetterSummary();
    return new SummaryDocument(
        summary, session.running(() -> letters.summarize(filter, limit, summary, ids, progress)));
  }

  @Override
  public String text(Screen screen) {
    List<List<Cell>> rows = summary.groups().stream().map(SummaryDocument::row).toList();
    return (rows.isEmpty() ? "" : screen.table(HEADINGS, rows))
        + Output.visible(LetterLines.total(pass))
        + "\n";
  }

  private static List<Cell> row(Group group) {
    return List.of(
        Cell.of(String.format(Locale.ROOT, "%,d", group.count())),
        new Cell(group.decision(), LetterLines.mark(group.decision())),
        Cell.of(time(group.first())),
        Cell.of(time(group.last())),
        Cell.of(group.sample()),
        Cell.of(group.cause()));
  }

  private static String time(Optional<Instant> at) {
    return at.map(it -> it.truncatedTo(ChronoUnit.SECONDS).toString()).orElse("-");
  }

  @Override
  public ObjectNode json() {
    return summary.json(pass);
  }
}
