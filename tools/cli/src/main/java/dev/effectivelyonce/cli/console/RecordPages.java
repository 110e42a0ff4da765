package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Screen.Mark;
import dev.effectivelyonce.cli.record.CommandWords;
import dev.effectivelyonce.cli.record.RecordDocument;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.record.Address;
import dev.effectivelyonce.operations.record.Addresses;
import dev.effectivelyonce.operations.record.RecordFilter;
import dev.effectivelyonce.operations.record.RecordTable;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.Records;
import dev.effectivelyonce.operations.record.StepView;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Records: one with what happened to it, and lists of those that need somebody. */
final class RecordPages {
  private static final int MOST_LISTED = 100;
  private static final List<String> RECORDS =
      List.of("Record", "State", "Attempt", "Updated", "Error");
  private static final List<String> STEPS =
      List.of("Step", "State", "Attempt", "Result", "First begun", "Why");

  private final Session session;
  private final Access access;

  RecordPages(Session session, Access access) {
    this.session = session;
    this.access = access;
  }

  /** Shows an event's record, or asks for which. */
  Pages.Shown event(Query query) {
    return query
        .value("record")
        .map(id -> shown(Addresses.byId(session.context(), id, Optional.empty())))
        .or(() -> query.asTyped("text").map(text -> found(query, text)))
        .orElseGet(() -> new Pages.Shown.As(asking()));
  }

  /**
   * A key, which may have space around it, does not stay in the address line: the page that it
   * leads to has its hash there. What is refused, or needs a note, stays.
   */
  private Pages.Shown found(Query query, String text) {
    ConsumerEntry consumer = session.context().consumer(query.required("consumer"));
    if (query.required("by").equals("message")) {
      return new Pages.Shown.At(Link.toLetter(consumer.name(), text.strip()));
    }
    Address address =
        Addresses.byKeyOrHash(
            session.context(), consumer, Addresses.parts(consumer, text), List.of());
    return address.note().isPresent()
        ? shown(address)
        : new Pages.Shown.At(Link.toEvent(address.id().value()));
  }

  private Pages.Shown shown(Address address) {
    RecordView view = new Records(session.context()).view(address);
    String id = view.id().value();
    return new Pages.Shown.As(
        new Page(
            "An event of " + address.consumer().name(),
            Optional.of(session.context().now()),
            Optional.of(Link.toEvent(id)),
            List.of(session.command("inspect", "--record-id=" + id)),
            Html.all(
                facts(view, session),
                access == Access.WRITE ? new RecordActs(session).offers(view) : Html.NONE,
                Page.section("What happened", Timeline.of(view)))));
  }

  private Page asking() {
    Html consumers =
        Html.all(
            session.context().consumers(Optional.empty()).stream()
                .map(it -> Html.of("<option>{}</option>", it.name())));
    return new Page(
        "Find an event",
        Optional.empty(),
        Optional.empty(),
        List.of(session.command("inspect", "--consumer=NAME", "--key=KEY")),
        Html.of(
            """
            <form method="get" action="event">
            <label for="consumer">Consumer</label>
            <select id="consumer" name="consumer">{}</select>
            <fieldset><legend>What you have</legend>
            <input type="radio" name="by" id="by-key" value="key" checked>
            <label for="by-key">its key, the hash of its key, or its record's id</label><br>
            <input type="radio" name="by" id="by-message" value="message">
            <label for="by-message">the message id of a dead letter</label>
            </fieldset>
            <label for="text">Text</label>
            <input type="text" id="text" name="text" maxlength="2048" autocomplete="off"
              spellcheck="false" aria-describedby="hint" required>
            <button type="submit">Find</button>
            </form>
            <p id="hint">If a key has several parts, write / between them. An event of an API is
            found by the hash of its key, as log lines have it in keyHash.</p>
            """,
            consumers));
  }

  /** Shows what is known of a record, its steps, and what to do about it. */
  static Html facts(RecordView view, Session session) {
    CommandWords words = new CommandWords(session);
    Stream<Html> steps = view.steps().stream().map(RecordPages::row);
    return Html.all(
        Page.facts(
            Stream.concat(
                Stream.of(
                    Page.fact(
                        "Record", Page.link(Link.toEvent(view.id().value()), view.id().value())),
                    Page.fact("Key", view.key()),
                    Page.fact("Note", view.address().note()),
                    Page.fact("State", state(view))),
                view.record().stream().flatMap(it -> facts(it, view)))),
        view.steps().isEmpty() ? Html.NONE : Page.table("Steps", STEPS, steps),
        Page.section(
            "What to do next",
            Html.all(
                Page.paragraph(view.advice().text()),
                Page.commands(view.advice().moves().stream().map(words::of)))));
  }

  private static Stream<Html> facts(IdempotencyRecord it, RecordView view) {
    Object keptUntil = "it ends or is settled, as it is half done";
    return Stream.of(
        Page.fact("Status", it.status() + ", attempt " + it.attempt()),
        Page.fact("Owner", it.owner().value()),
        Page.fact("Lease until", it.leaseUntil()),
        Page.fact("Updated", it.stamp().at()),
        Page.fact("Kept until", it.isOpen() ? keptUntil : it.stamp().keptUntil()),
        Page.fact("Error", it.error()),
        Page.fact(
            "Acknowledged",
            Optional.of("by an operator: it is not listed").filter(no -> it.isAcknowledged())),
        Page.fact(
            "Payload",
            Optional.of(
                    Page.marked(
                        "Another than that of this message: the key was used twice", Mark.BAD))
                .filter(no -> view.isOtherPayload())),
        Page.fact("Result", StepView.result(it.result())));
  }

  private static Html state(RecordView view) {
    return Page.marked(view.state().name(), RecordDocument.mark(view.state()));
  }

  private static Html row(Step step) {
    return Page.row(
        step.name(),
        step.state(),
        step.attempt(),
        StepView.result(step.result()),
        step.begunAt(),
        step.why());
  }

  /** Lists the records of a consumer that are in a state. */
  Pages.Shown list(Query query) {
    ConsumerEntry consumer = session.context().consumer(query.required("consumer"));
    RecordFilter which =
        Stream.of(RecordFilter.held, RecordFilter.failed, RecordFilter.halfdone)
            .filter(it -> it.name().equals(query.required("list")))
            .findFirst()
            .orElseThrow(
                () ->
                    OperationException.usage(
                        "The console lists held, failed and half-done records",
                        "List others with `inspect --list`"));
    RecordTable table = new Records(session.context()).list(consumer, which, MOST_LISTED);
    String words = which == RecordFilter.halfdone ? "half done" : which.name();
    String cut = "The oldest %s are shown. The command lists all.".formatted(MOST_LISTED);
    return new Pages.Shown.As(
        new Page(
            "Records of %s: %s".formatted(consumer.name(), words),
            Optional.of(session.context().now()),
            Optional.of(Link.toRecords(consumer.name(), which)),
            List.of(
                session.command(
                    "inspect", "--list=" + which, "--consumer=" + consumer.name(), "--limit=all")),
            Html.of(
                "<p>{} {}</p>{}",
                table.isCut() ? cut : Page.counted(table.records().size(), "record"),
                table.note(),
                Page.table(
                    "Records, the one with the oldest change first",
                    RECORDS,
                    table.records().stream().map(RecordPages::row)))));
  }

  private static Html row(RecordView view) {
    return Page.row(
        Page.link(Link.toEvent(view.id().value()), view.id().value()),
        state(view),
        view.record().map(IdempotencyRecord::attempt),
        view.record().map(it -> it.stamp().at()),
        view.record().flatMap(IdempotencyRecord::error));
  }
}
