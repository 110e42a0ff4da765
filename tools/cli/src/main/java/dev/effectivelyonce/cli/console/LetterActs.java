package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.cli.letters.LetterLines;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Screen.Mark;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.Letter;
import dev.effectivelyonce.operations.deadletters.LetterDetail;
import dev.effectivelyonce.operations.deadletters.LetterFile;
import dev.effectivelyonce.operations.deadletters.WorkResult;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.replay.ReplaySetup;
import dev.effectivelyonce.operations.trail.Reason;
import dev.effectivelyonce.replay.Examined;
import dev.effectivelyonce.replay.Force;
import dev.effectivelyonce.replay.ReplayReport;
import dev.effectivelyonce.replay.ReplayRequest;
import dev.effectivelyonce.replay.RunMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/** Acts on the letters of a group, or on one letter: those of the command line. */
final class LetterActs {
  private static final String REPLAY = "replay";
  private static final String DISCARD = "discard";

  /** These are not discarded: they are another queue's, or nobody knows what they are. */
  static final Set<String> NOT_DISCARDED =
      Set.of("OTHER_SOURCE", "STORE_FAILED", "RECORD_UNREADABLE");

  /**
   * What the operator has chosen.
   *
   * @param title how many letters of which consumer
   * @param word that confirms it
   * @param options that choose about the same on the command line
   */
  private record Chosen(
      ConsumerEntry consumer,
      LetterSelection letters,
      String title,
      String word,
      Link origin,
      List<String> options) {}

  private final Session session;
  private final Looks looks;

  LetterActs(Session session, Looks looks) {
    this.session = session;
    this.looks = looks;
  }

  /** Returns the beginning of links to acts on the letters with cause and decision of a sample. */
  static Link ofGroup(String consumer, String sample) {
    return new Link("act").with("consumer", consumer).with("like", sample);
  }

  /** Returns the beginning of links to acts on a letter. */
  static Link ofLetter(String consumer, String id) {
    return new Link("act").with("consumer", consumer).with("id", id);
  }

  /** Returns links to the acts that do something with letters of a decision. */
  static Html offers(Link act, String decision) {
    Stream<Html> links =
        Stream.concat(
            Stream.of(Page.button(act.with("verb", REPLAY), "Replay…"))
                .filter(it -> isReplayed(decision)),
            Stream.of(Page.button(act.with("verb", DISCARD), "Discard…"))
                .filter(it -> !NOT_DISCARDED.contains(decision)));
    return Html.of("<p>{}</p>", Html.all(links));
  }

  /** With these a replay does something; it leaves all others. */
  private static boolean isReplayed(String decision) {
    return LetterLines.mark(decision) == Mark.NONE;
  }

  /** Returns the replay of the letters that a link names. */
  Act replay(Query query) {
    Chosen chosen = chosen(query);
    LetterSelection letters = chosen.letters();
    if (!isReplayed(letters.decision())) {
      throw OperationException.refused(
          DecisionWords.of(letters.decision()).replaceAll("\\.$", ""), "Look at the letters again");
    }
    ReplaySetup setup = ReplaySetup.of(chosen.consumer(), session.context(), Optional.empty());
    boolean sends = !letters.decision().equals("SKIP");
    Stream<Html> facts =
        Stream.of(
            Page.fact("To", Optional.of(setup.target()).filter(it -> sends)),
            Page.fact("Rate", Optional.of(rate(letters)).filter(it -> sends)),
            Page.fact("Order", order(setup.deadLetters().name()).filter(it -> sends)),
            Page.fact(
                "Trail", Optional.of(trail()).filter(it -> letters.decision().equals("REOPEN"))));
    return act(
        "Replay " + chosen.title(),
        chosen,
        preview(letters, DecisionWords.of(letters.decision()), setup.deadLetters().name(), facts),
        command(List.of(REPLAY), chosen),
        ReplaySetup::why,
        (reason, progress) -> replayed(chosen, reason, progress));
  }

  /** Returns the discarding of the letters that a link names. */
  Act discard(Query query) {
    Chosen chosen = chosen(query);
    LetterSelection letters = chosen.letters();
    if (NOT_DISCARDED.contains(letters.decision())) {
      throw OperationException.refused(
          "It can't be known whether these letters are those of this consumer, or done",
          "Look at the letters again");
    }
    DeadLetters queue = DeadLetters.of(chosen.consumer(), session.context());
    String what =
        "Each letter is saved with your reason, and then deleted. No handler runs, and records"
            + " stay as they are.";
    Stream<Html> facts =
        Stream.of(
            Page.fact("Saved to", file(chosen.consumer())), Page.fact("Saved as by", trail()));
    return act(
        "Discard " + chosen.title(),
        chosen,
        preview(letters, what, queue.queue(), facts),
        command(List.of("dead-letters", DISCARD), chosen),
        Reason::checked,
        (reason, progress) -> discarded(chosen, reason, progress));
  }

  private static Act act(
      String title,
      Chosen chosen,
      Html preview,
      String command,
      Consumer<String> reasons,
      Act.Work work) {
    return new Act(
        title,
        chosen.letters().seenAt(),
        chosen.letters().ids().size(),
        preview,
        command,
        chosen.word(),
        chosen.origin(),
        Optional.of(chosen.consumer()),
        reasons,
        work);
  }

  private Chosen chosen(Query query) {
    ConsumerEntry consumer = session.context().consumer(query.required("consumer"));
    return query
        .value("id")
        .map(id -> one(consumer, id))
        .orElseGet(() -> group(consumer, query.required("like")));
  }

  private Chosen one(ConsumerEntry consumer, String id) {
    LetterDetail detail = detail(looks, consumer, id);
    return new Chosen(
        consumer,
        LetterSelection.of(detail.letter(), session.context().now()),
        "dead letter %s of %s".formatted(id, consumer.name()),
        Act.shortForm(detail.letter().keyHash().orElse(id)),
        Link.toLetter(consumer.name(), id),
        List.of("--consumer=" + consumer.name(), "--id=" + id));
  }

  static LetterDetail detail(Looks looks, ConsumerEntry consumer, String id) {
    return unlessHidden(consumer, looks.letter(consumer, id, LettersPages.PATIENCE));
  }

  /** Returns what a search has found. */
  static <T> T unlessHidden(ConsumerEntry consumer, Optional<T> found) {
    return found.orElseThrow(
        () ->
            OperationException.refused(
                "A look at the dead letters of %s, or an act on them, hides this one"
                    .formatted(consumer.name()),
                "Wait until it ends, and choose again"));
  }

  private Chosen group(ConsumerEntry consumer, String sample) {
    Looks.All look = looks.all(consumer);
    Optional<Letter> one =
        look.tally.like(sample).stream().filter(it -> it.messageId().equals(sample)).findFirst();
    Set<String> ids = look.tally.idsLike(sample);
    if (one.isEmpty() || ids.isEmpty()) {
      throw OperationException.refused(
          "The last look has not kept these letters, as others were found first or since",
          "Look at the dead letters again, or type the command that their page shows");
    }
    LetterSelection letters =
        new LetterSelection(
            ids,
            one.get().cause(),
            one.get().decision().label(),
            look.ended.orElseGet(session.context()::now));
    return new Chosen(
        consumer,
        letters,
        String.format(
            Locale.ROOT,
            "%,d dead letter%s of %s",
            ids.size(),
            ids.size() == 1 ? "" : "s",
            consumer.name()),
        Integer.toString(ids.size()),
        Link.toGroup(consumer.name(), sample),
        List.of(
            "--consumer=" + consumer.name(),
            "--decision=" + letters.decision(),
            "--cause=" + letters.cause()));
  }

  private String command(List<String> verb, Chosen chosen) {
    return Act.command(session, verb, chosen.options());
  }

  private static Html preview(
      LetterSelection letters, String what, String queue, Stream<Html> more) {
    return Page.facts(
        Stream.concat(
            Stream.of(
                Page.fact(
                    "Letters",
                    Html.of(
                        "{}, as they were at {}. What arrives later isn't in it.",
                        letters.ids().size(),
                        letters.seenAt())),
                Page.fact("Cause", letters.cause()),
                Page.fact("Decision", Page.decision(letters.decision())),
                Page.fact("What happens", what),
                Page.fact(
                    "Changed since",
                    "A letter that is gone by then, or has another cause or decision, is left and"
                        + " named."),
                Page.fact("From", queue)),
            more));
  }

  private static String rate(LetterSelection letters) {
    Duration least =
        Duration.ofSeconds(Math.round(letters.ids().size() / ReplaySetup.DEFAULT_RATE));
    return String.format(
        Locale.ROOT,
        "At most %.0f a second, so about %s",
        ReplaySetup.DEFAULT_RATE,
        least.toMinutes() > 1 ? least.toMinutes() + " minutes" : least.toSeconds() + 1 + " s");
  }

  /** Returns what becomes of the order of letters; empty for a queue that keeps none. */
  static Optional<String> order(String queue) {
    return Optional.of(
            "The letters of a message group are sent in their order. Those that are left stay"
                + " behind: later ones of their group go before them.")
        .filter(it -> queue.endsWith(".fifo"));
  }

  private Html trail() {
    return RecordActs.trail(session);
  }

  private Path file(ConsumerEntry consumer) {
    return session.file(LetterFile.nameFor(consumer.name()));
  }

  private List<Act.Line> replayed(Chosen chosen, String reason, IntConsumer progress) {
    LetterSelection letters = chosen.letters();
    ReplaySetup setup = ReplaySetup.of(chosen.consumer(), session.context(), Optional.of(reason));
    session.context().clients().caller();
    LetterCount count = new LetterCount(letters.ids(), progress);
    ReplayRequest request =
        new ReplayRequest(
            RunMode.REPLAY,
            letters.ids().size(),
            OptionalDouble.of(ReplaySetup.DEFAULT_RATE),
            letters.filter(),
            Force.OFF);
    return sent(count, setup.run(request, count).report(), "replay again");
  }

  /**
   * Returns what became of letters that were to be sent.
   *
   * @param remedy of those that were sent and are still there
   */
  static List<Act.Line> sent(LetterCount count, ReplayReport report, String remedy) {
    List<Act.Line> lines = new ArrayList<>();
    count.each((decision, number) -> lines.add(line(became(decision), number)));
    if (report.counts().notDeleted() > 0) {
      lines.add(line("Sent, but not deleted: " + remedy, report.counts().notDeleted()));
    }
    report.details().stream()
        .filter(it -> it.problem().isPresent())
        .limit(LetterCount.MOST_NAMED)
        .forEach(it -> lines.add(problem(it)));
    lines.addAll(count.rest(report));
    return lines;
  }

  private static String became(String decision) {
    return switch (decision) {
      case "SEND" -> "Sent";
      case "REOPEN" -> "Reopened and sent";
      case "SKIP" -> "Deleted, because their events are done";
      case "SEND_FAILED", "NOT_DONE" -> "Left, but may have arrived: " + decision;
      default -> "Left: " + decision;
    };
  }

  private static Act.Line problem(Examined letter) {
    return new Act.Line(letter.messageId(), letter.problem().orElse(""));
  }

  private List<Act.Line> discarded(Chosen chosen, String reason, IntConsumer progress) {
    LetterSelection letters = chosen.letters();
    DeadLetters queue = DeadLetters.of(chosen.consumer(), session.context());
    session.context().clients().caller();
    try (LetterFile file = LetterFile.open(file(chosen.consumer()))) {
      LetterCount count = new LetterCount(letters.ids(), progress);
      WorkResult result =
          queue.discard(letters.filter(), letters.ids().size(), reason, file, count);
      List<Act.Line> lines = new ArrayList<>();
      lines.add(line("Discarded", result.done()));
      lines.add(new Act.Line("File", result.file().toString()));
      if (result.failed() > 0) {
        lines.add(line("Saved, but still in the queue: discard again", result.failed()));
      }
      if (result.left() > 0) {
        lines.add(line("Left: not this consumer's, or not known", result.left()));
      }
      lines.addAll(count.rest(result.pass().report()));
      return lines;
    }
  }

  static Act.Line line(String name, int number) {
    return new Act.Line(name, String.format(Locale.ROOT, "%,d", number));
  }
}
