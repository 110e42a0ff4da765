package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.problem.OperationException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * Something that an operator may do, as its preview shows it: it is about what was seen then, and
 * about nothing that came later.
 *
 * @param title what it is, such as "Replay 312 dead letters of orders"
 * @param seenAt when that was seen
 * @param count how many letters or records it is about
 * @param preview what exactly it will do
 * @param command the same on the command line
 * @param word what the operator types to confirm it
 * @param origin the page that shows what it is about
 * @param letters whose dead letters it holds while it lasts; empty if it holds none
 * @param reasons throws an {@link OperationException} for a reason that its trail can't take
 * @param work does it
 */
record Act(
    String title,
    Instant seenAt,
    int count,
    Html preview,
    String command,
    String word,
    Link origin,
    Optional<ConsumerEntry> letters,
    Consumer<String> reasons,
    Work work) {
  /** The length of a key's hash, or of a message's id, that is typed. */
  private static final int SHORT_FORM = 8;

  /** What is told of an act that is over, such as how many messages were sent. */
  record Line(String name, String value) {}

  /** What an act does. */
  @FunctionalInterface
  interface Work {
    /**
     * Does it, and returns what became of it; the last line says how it ended.
     *
     * @param progress is told how many letters or records are dealt with: 0 before the first
     */
    List<Line> carryOut(String reason, IntConsumer progress);
  }

  /** Returns what is typed to do it on the command line. */
  static String command(Session session, List<String> verb, List<String> options) {
    return session.command(
        Stream.of(verb, options, List.of("--reason=WHY"))
            .flatMap(List::stream)
            .toArray(String[]::new));
  }

  /** Returns the short form of a hash or an id. */
  static String shortForm(String id) {
    return id.substring(0, Math.min(SHORT_FORM, id.length()));
  }
}
