package dev.effectivelyonce.cli.deadletters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.letters.LetterLines;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.LetterSummary;
import dev.effectivelyonce.operations.deadletters.LetterSummary.Group;
import dev.effectivelyonce.operations.deadletters.Pass;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayListener;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;

/** The layout of dead letters by cause and decision. */
record SummaryDocument(LetterSummary summary, Pass pass) implements Document {
  private static final String LAYOUT = "%8s  %-16s  %-20s  %-20s  %-36s  %s\n";

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
  public String text() {
    StringBuilder text = new StringBuilder();
    if (!summary.groups().isEmpty()) {
      text.append(
          LAYOUT.formatted("count", "replay", "first sent", "last sent", "a sample", "cause"));
    }
    summary.groups().forEach(group -> text.append(line(group)));
    return text.append(LetterLines.total(pass)).append('\n').toString();
  }

  private static String line(Group group) {
    return LAYOUT.formatted(
        "%,d".formatted(group.count()),
        group.decision(),
        time(group.first()),
        time(group.last()),
        group.sample(),
        Output.oneLine(group.cause()));
  }

  private static String time(Optional<Instant> at) {
    return at.map(it -> it.truncatedTo(ChronoUnit.SECONDS).toString()).orElse("-");
  }

  @Override
  public ObjectNode json() {
    return summary.json(pass);
  }
}
