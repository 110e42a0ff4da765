package dev.effectivelyonce.cli.letters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Format;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.output.Screen;
import dev.effectivelyonce.cli.output.Screen.Cell;
import dev.effectivelyonce.cli.output.Screen.Mark;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.Letter;
import dev.effectivelyonce.operations.deadletters.Pass;
import dev.effectivelyonce.operations.record.State;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayListener;
import dev.effectivelyonce.replay.RunEnd;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A list of dead letters that is written while it is read: one that waits for its end would need
 * the memory of all.
 */
public final class LetterLines implements Consumer<Letter> {
  private static final int INDENT = 2;

  private final Output output;
  private int count;

  private LetterLines(Output output) {
    this.output = output;
  }

  /** Lists letters, and returns the exit code. */
  public static int list(
      DeadLetters letters,
      ReplayFilter filter,
      int limit,
      ReplayListener progress,
      Session session) {
    LetterLines lines = new LetterLines(session.output());
    Pass pass = session.running(() -> letters.list(filter, limit, lines, progress));
    lines.end(pass);
    return exitCode(pass.report().end());
  }

  @Override
  public synchronized void accept(Letter letter) {
    output.part(output.format() == Format.json ? element(letter) : line(letter, output.screen()));
    count++;
  }

  private String element(Letter letter) {
    return (count == 0 ? "{\n  \"deadLetters\" : [\n" : ",\n") + indented(letter.json(), 4);
  }

  private static String indented(ObjectNode node, int columns) {
    return Output.lines(node).indent(columns).stripTrailing();
  }

  private synchronized void end(Pass pass) {
    output.part(output.format() == Format.json ? closing(pass) : total(pass) + "\n");
  }

  private String closing(Pass pass) {
    String fields = indented(pass.json(), 0).substring(2);
    return (count == 0 ? "{\n  \"deadLetters\" : [ ],\n" : "\n  ],\n") + fields + "\n";
  }

  private static String line(Letter letter, Screen screen) {
    String decision = letter.decision().label();
    String sent =
        letter.sentAt().map(at -> "sent " + at.truncatedTo(ChronoUnit.SECONDS)).orElse("sent ?")
            + letter.age().map(age -> " (" + words(age) + ")").orElse("");
    return screen.row(
        Stream.of(
                Optional.of(Cell.of(letter.messageId())),
                Optional.of(Cell.of("key " + letter.keyHash().orElse("-"))),
                Optional.of(
                    Cell.of("record %-9s".formatted(letter.state().map(State::name).orElse("?")))),
                Optional.of(new Cell("replay: " + decision, mark(decision))),
                Optional.of(
                    Cell.of(
                        "%s, received %s, attempt %s"
                            .formatted(sent, letter.receives(), letter.attempt()))),
                letter.group().map(group -> Cell.of("group " + group)),
                letter.problem().or(letter::error).map(Cell::of))
            .flatMap(Optional::stream)
            .toList(),
        INDENT);
  }

  /** Returns how a decision is marked: what a replay can do by itself needs nobody. */
  public static Mark mark(String decision) {
    return switch (decision) {
      case "SEND", "REOPEN", "SKIP" -> Mark.NONE;
      case "IN_FLIGHT", "CONTESTED", "STORE_FAILED", "SEND_FAILED", "DELETE_FAILED" ->
          Mark.FAILED_AND_HELD;
      default -> Mark.BAD;
    };
  }

  /** Returns an age as people say it. */
  public static String words(Duration age) {
    if (age.toDays() > 1) {
      return age.toDays() + "d";
    }
    if (age.toHours() > 1) {
      return age.toHours() + "h";
    }
    return age.toMinutes() > 1 ? age.toMinutes() + "m" : Math.max(0, age.toSeconds()) + "s";
  }

  /** Returns how many letters there were, and what the pass has not seen. */
  public static String total(Pass pass) {
    if (pass.report().hidden().isPresent()) {
      long hidden = pass.report().hidden().getAsLong();
      return ("%s dead letters could be read in %s; about %s %s hidden by another reader. Look"
              + " again when their visibility ends.")
          .formatted(pass.count(), pass.queue(), hidden, hidden == 1 ? "is" : "are");
    }
    String more = pass.report().remaining().map(", about %s more"::formatted).orElse("");
    String groups =
        pass.report().blockedGroups() > 0
            ? "; %s message groups hide more".formatted(pass.report().blockedGroups())
            : "";
    return "%s dead letters in %s%s%s%s"
        .formatted(pass.count(), pass.queue(), more, groups, reason(pass));
  }

  private static String reason(Pass pass) {
    return switch (pass.report().end()) {
      case LIMIT -> pass.isCut() ? ". Stopped at --limit; all is no limit" : "";
      case INTERRUPTED -> ". Interrupted: what was received is given back";
      case FAULT -> ". Ended early: " + Output.oneLine(pass.report().problem().orElse(""));
      case EMPTY, DEADLINE, CAME_BACK -> "";
    };
  }

  /** Returns the exit code of a pass. */
  public static int exitCode(RunEnd end) {
    return switch (end) {
      case EMPTY, LIMIT, DEADLINE -> ExitCode.DONE;
      case INTERRUPTED -> ExitCode.REFUSED;
      case FAULT -> ExitCode.UNREACHABLE;
      case CAME_BACK -> ExitCode.CAME_BACK;
    };
  }
}
