package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Screen.Cell;
import dev.effectivelyonce.cli.output.Screen.Mark;
import dev.effectivelyonce.cli.status.StatusCells;
import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.deployed.Measure;
import dev.effectivelyonce.operations.deployed.SourceKind;
import dev.effectivelyonce.operations.problem.Problem;
import dev.effectivelyonce.operations.record.RecordFilter;
import dev.effectivelyonce.operations.record.RecordTable;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.Records;
import dev.effectivelyonce.operations.record.State;
import dev.effectivelyonce.operations.status.ConsumerStatus;
import dev.effectivelyonce.operations.status.Gap;
import dev.effectivelyonce.operations.status.QueueStatus;
import dev.effectivelyonce.operations.status.Status;
import dev.effectivelyonce.operations.status.StatusReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** How the consumers are, and above it what needs somebody. */
final class OverviewPage {
  /** How many listed records of a consumer are counted: an index with more is not read through. */
  private static final int MOST_COUNTED = 200;

  private static final List<String> RECORDS = List.of("Consumer", "Held", "Failed", "Half done");

  /** A consumer with its listed records; none where they can't be read. */
  private record Shown(ConsumerStatus status, Optional<RecordTable> listed) {
    String name() {
      return status.name();
    }

    long count(RecordFilter which) {
      Predicate<RecordView> isOne =
          switch (which) {
            case held -> it -> it.state() == State.HELD;
            case failed -> it -> it.state() == State.FAILED;
            default ->
                it ->
                    it.state() != State.IN_FLIGHT
                        && it.record().filter(record -> record.isOpen()).isPresent();
          };
      return listed.map(it -> it.records().stream().filter(isOne).count()).orElse(0L);
    }

    /** Returns whether it has more records than were counted: of each kind there may be more. */
    boolean isCut() {
      return listed.filter(RecordTable::isCut).isPresent();
    }

    /** Returns whether its dead letters have a page. What Lambda gave up has none. */
    boolean hasLetters() {
      boolean isInvoked =
          status.kind() == SourceKind.FUNCTION
              && status.sources().isEmpty()
              && status.function().isPresent();
      return !status.isApi() && !isInvoked;
    }

    Object cell(RecordFilter which) {
      Html text = Html.of("{}{}", count(which), isCut() ? " or more" : "");
      return listed.isEmpty()
          ? Page.marked("?", Mark.FAILED_AND_HELD)
          : count(which) == 0 && !isCut() ? text : Page.link(Link.toRecords(name(), which), text);
    }
  }

  private OverviewPage() {}

  static Page of(Session session) {
    Status status = StatusReader.read(session.context(), Optional.empty());
    List<Gap> gaps = new ArrayList<>(status.gaps());
    List<Shown> consumers =
        status.consumers().stream().map(it -> shown(it, session.context(), gaps)).toList();
    List<Html> needs = needs(status, consumers);
    Html main =
        Html.all(
            Page.section(
                "What needs your attention",
                needs.isEmpty() ? nothing(gaps) : Page.list(needs.stream())),
            Page.table("Now", headings(StatusCells.NOW), consumers.stream().map(OverviewPage::now)),
            Page.table(
                "In the last five minutes",
                headings(StatusCells.LATELY),
                consumers.stream().map(it -> row(it.name(), StatusCells.lately(it.status())))),
            Page.table(
                "Records that are listed",
                RECORDS,
                consumers.stream()
                    .map(
                        it ->
                            Page.row(
                                it.name(),
                                it.cell(RecordFilter.held),
                                it.cell(RecordFilter.failed),
                                it.cell(RecordFilter.halfdone)))),
            outbox(status),
            gaps(gaps));
    return new Page(
        "Overview",
        Optional.of(status.at()),
        Optional.of(Link.OVERVIEW),
        Stream.concat(
                Stream.of(session.command("status")),
                consumers.stream()
                    .map(it -> session.command("inspect", "--list=all", "--consumer=" + it.name())))
            .toList(),
        main);
  }

  private static Shown shown(ConsumerStatus status, OperatorContext context, List<Gap> gaps) {
    try {
      RecordTable table =
          new Records(context)
              .list(context.consumer(status.name()), RecordFilter.all, MOST_COUNTED);
      if (!table.unreadable().isEmpty()) {
        String what = table.unreadable().size() + " of the listed records of " + status.name();
        gaps.add(new Gap(what, table.unreadable().getFirst(), "Look with `inspect --list=all`"));
      }
      return new Shown(status, Optional.of(table));
    } catch (RuntimeException e) {
      Problem problem = Problem.of(e);
      gaps.add(new Gap("the records of " + status.name(), problem.problem(), problem.remedy()));
      return new Shown(status, Optional.empty());
    }
  }

  private static Html nothing(List<Gap> gaps) {
    return Page.paragraph(
        gaps.isEmpty()
            ? "Nothing needs your attention now."
            : "Nothing of what could be read needs your attention. Not all could be read: see"
                + " below.");
  }

  private static List<Html> needs(Status status, List<Shown> consumers) {
    return Stream.concat(
            status.alarms().stream()
                .flatMap(List::stream)
                .map(
                    it ->
                        Html.of(
                            "Alarm {} since {}: {}",
                            Page.marked(it.name(), Mark.BAD),
                            it.since(),
                            it.description())),
            consumers.stream().flatMap(OverviewPage::needs))
        .toList();
  }

  private static Stream<Html> needs(Shown it) {
    long errors =
        it.status().measures().map(them -> them.getOrDefault(Measure.ERRORS, 0L)).orElse(0L);
    return Stream.of(
            it.status().deadLetters().stream().flatMap(queue -> ofLetters(it, queue)),
            ofRecords(
                it, RecordFilter.held, "held record", ": nobody knows whether the effect happened"),
            ofRecords(it, RecordFilter.failed, "failed record", ""),
            ofRecords(
                it,
                RecordFilter.halfdone,
                "half-done record",
                ": a step happened, or may have, and no attempt works on it"),
            Stream.of(it).filter(Shown::isCut).map(OverviewPage::uncounted),
            it
                .status()
                .sources()
                .filter(them -> them.isEmpty() || !them.stream().allMatch("Enabled"::equals))
                .map(them -> them.isEmpty() ? "none" : String.join(", ", them))
                .stream()
                .map(them -> Html.of("{}: its event source is {}", it.name(), them)),
            Stream.of(errors)
                .filter(number -> number > 0)
                .map(
                    number ->
                        Html.of(
                            "{}: {} failed in the last five minutes",
                            it.name(),
                            Page.counted(number, "invocation"))))
        .flatMap(them -> them);
  }

  /** What a look or a replay hides is counted with the others: it is still there. */
  private static Stream<Html> ofLetters(Shown it, QueueStatus queue) {
    long hidden = queue.inFlight().orElse(0L);
    long number = queue.waiting().orElse(0L) + hidden;
    Html text = Page.counted(number, "dead letter");
    return Stream.of(
            Html.of(
                "{}: {}{}",
                it.name(),
                it.hasLetters()
                    ? Page.link(Link.toLetters(it.name()), text)
                    : Html.of("{} in {}: read them in the SQS console", text, queue.name()),
                hidden == 0 ? "" : Html.of("; a look or a replay hides {} of them", hidden)))
        .filter(any -> number > 0);
  }

  private static Stream<Html> ofRecords(Shown it, RecordFilter which, String what, String why) {
    long number = it.count(which);
    Html text = it.isCut() ? Html.of("{} or more {}s", number, what) : Page.counted(number, what);
    return Stream.of(
            Html.of("{}: {}{}", it.name(), Page.link(Link.toRecords(it.name(), which), text), why))
        .filter(any -> number > 0);
  }

  private static Html uncounted(Shown it) {
    return Html.of(
        "{}: {} or more records are listed, so some may be missing here: see {}, {} and {}",
        it.name(),
        MOST_COUNTED,
        Page.link(Link.toRecords(it.name(), RecordFilter.held), "held"),
        Page.link(Link.toRecords(it.name(), RecordFilter.failed), "failed"),
        Page.link(Link.toRecords(it.name(), RecordFilter.halfdone), "half-done"));
  }

  private static Html now(Shown it) {
    List<Cell> cells = StatusCells.now(it.status());
    return row(
        it.hasLetters() ? Page.link(Link.toLetters(it.name()), it.name()) : it.name(), cells);
  }

  private static Html row(Object name, List<Cell> cells) {
    return Page.row(name, cells.stream().skip(1).map(Page::cell).toArray());
  }

  private static List<String> headings(List<String> capitals) {
    return capitals.stream()
        .map(it -> it.charAt(0) + it.substring(1).toLowerCase(Locale.ROOT))
        .toList();
  }

  private static Html outbox(Status status) {
    return Html.all(
        status.outbox().stream()
            .map(
                it ->
                    Html.of(
                        "<p>Outbox {}: {}{}</p>",
                        it.table(),
                        it.isAll() ? "" : "at least ",
                        Page.counted(it.messages(), "message"))));
  }

  private static Html gaps(List<Gap> gaps) {
    Stream<Html> items =
        gaps.stream().map(it -> Html.of("{}: {}. {}.", it.what(), it.why(), it.remedy()));
    return gaps.isEmpty() ? Html.NONE : Page.section("Not known", Page.list(items));
  }
}
