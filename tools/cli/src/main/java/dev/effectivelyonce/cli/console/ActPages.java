package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.problem.OperationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** What an operator may do: its preview with a form, how far it is, and what became of it. */
final class ActPages {
  private static final String TOKEN = "token";
  private static final List<String> ACTS = List.of("Act", "Confirmed", "State", "Reason");

  private final Map<String, Function<Query, Act>> verbs;
  private final Acts acts;

  ActPages(Session session, Looks looks, Acts acts) {
    this.acts = acts;
    LetterActs letters = new LetterActs(session, looks);
    RecordActs records = new RecordActs(session);
    this.verbs =
        Map.of(
            "replay", letters::replay,
            "discard", letters::discard,
            "settle", records::settle,
            "acknowledge", records::acknowledge,
            "erase", records::erase);
  }

  /** Shows what an act will do, and asks for the confirmation. */
  Pages.Shown preview(Query query) {
    Act act =
        Optional.ofNullable(verbs.get(query.required("verb")))
            .orElseThrow(
                () -> OperationException.usage("There is no such act", "Open it by a link"))
            .apply(query);
    return new Pages.Shown.As(page(act, acts.offer(act), "", Html.NONE));
  }

  static Page page(Act act, String token, String reason, Html first) {
    return new Page(
        act.title(),
        Optional.of(act.seenAt()),
        Optional.empty(),
        List.of(act.command()),
        Html.of(
            """
            {}
            {}
            <form method="post" action="act" autocomplete="off">
            <input type="hidden" name="token" value="{}">
            <label for="reason">The reason, in a line</label>
            <input type="text" id="reason" name="reason" value="{}" maxlength="512" required
            aria-describedby="problem">
            <label for="word">To confirm, type <code>{}</code></label>
            <input type="text" id="word" name="word" spellcheck="false" required
            aria-describedby="problem">
            <button type="submit">{}</button>
            </form>
            <p>{}</p>
            """,
            first,
            act.preview(),
            token,
            reason,
            act.word(),
            act.title(),
            Page.link(act.origin(), "Back, and do nothing")));
  }

  /** Takes a confirmation, and begins the act unless it is begun. */
  Pages.Shown confirmed(Query form) {
    String token = form.value(TOKEN).orElse("");
    Optional<Act> offered = acts.offered(token);
    if (offered.isEmpty()) {
      // Asked in this order: a form that is sent twice may begin the act between two questions.
      return at(acts.begun(token).orElseThrow(ActPages::unknown));
    }
    Act act = offered.get();
    String reason = form.asTyped("reason").orElse("");
    return refusal(act, reason, form.value("word").orElse(""))
        .<Pages.Shown>map(
            it ->
                new Pages.Shown.Refused(
                    it.kind(), page(act, token, reason, Page.problem(it.problem(), it.remedy()))))
        .orElseGet(() -> at(acts.begin(token, reason).orElseThrow(ActPages::unknown)));
  }

  private static Optional<OperationException> refusal(Act act, String reason, String word) {
    if (!word.equals(act.word())) {
      return Optional.of(
          OperationException.refused(
              "Nothing was done, because the confirmation is not " + act.word(),
              "Compare what the page says with what you want, and type it"));
    }
    try {
      act.reasons().accept(reason);
      return Optional.empty();
    } catch (OperationException e) {
      return Optional.of(e);
    }
  }

  static OperationException unknown() {
    return OperationException.refused(
        "Nothing was done, because this form is not of a preview that the console keeps",
        "Open the preview again, and confirm it there");
  }

  private static Pages.Shown at(ActRun run) {
    return new Pages.Shown.At(Link.toRun(run.number));
  }

  /** Stops an act. */
  Pages.Shown stopped(Query form) {
    ActRun run = acts.begun(form.value(TOKEN).orElse("")).orElseThrow(ActPages::unknown);
    run.stop();
    return at(run);
  }

  /** Shows how far an act is, or what became of it. */
  Pages.Shown run(Query query) {
    ActRun run =
        acts.all().stream()
            .filter(it -> it.number == query.number("act"))
            .findFirst()
            .orElseThrow(
                () ->
                    OperationException.usage(
                        "This console has no such act", "Choose one on the page Acts"));
    boolean isOver = run.isOver();
    Act act = run.act;
    Page page =
        new Page(
            act.title(),
            Optional.of(run.confirmedAt),
            Optional.of(Link.toRun(run.number)).filter(it -> !isOver),
            List.of(act.command()),
            Html.all(
                isOver ? end(run) : goingOn(run),
                Page.facts(Stream.of(Page.fact("Reason", run.reason))),
                // Of a record that was erased, nothing personal stays here.
                isOver && act.letters().isEmpty()
                    ? Html.NONE
                    : Page.section("What it was about", act.preview())));
    return isOver ? new Pages.Shown.As(page) : new Pages.Shown.Going(page);
  }

  private static Html goingOn(ActRun run) {
    return Html.of(
        "<p class=\"going-on\" role=\"status\">{}.</p>{}",
        run.state(),
        run.act.letters().isEmpty()
            ? Html.NONE
            : Html.of(
                """
                <form method="post" action="stop">
                <input type="hidden" name="token" value="{}">
                <button type="submit">Stop</button>
                </form>
                """,
                run.token));
  }

  private static Html end(ActRun run) {
    Act act = run.act;
    return Html.all(
        Html.all(
            run.problem.stream()
                .map(
                    it ->
                        Page.problem(
                            it.problem(),
                            run.isInDoubt() ? ActRun.DOUBT + ". " + it.remedy() : it.remedy()))),
        Page.facts(run.outcome.stream().map(it -> Page.fact(it.name(), it.value()))),
        Page.paragraph(
            act.letters()
                .map(
                    it ->
                        Page.link(
                            Link.toLetters(it.name()).with("look", "again"),
                            "Look at the dead letters of " + it.name() + " again"))
                .orElseGet(() -> Page.link(act.origin(), "Look at the event"))));
  }

  /** Lists the acts that were confirmed. */
  Pages.Shown all(Query query) {
    List<ActRun> all = acts.all();
    return new Pages.Shown.As(
        new Page(
            "Acts",
            Optional.empty(),
            Optional.of(Link.ACTS),
            List.of(),
            Html.all(
                Page.paragraph("The console keeps the last 100 acts until you end it."),
                Page.table(
                    "Acts of this console, the last one first",
                    ACTS,
                    all.stream()
                        .map(
                            it ->
                                Page.row(
                                    Page.link(Link.toRun(it.number), it.act.title()),
                                    it.confirmedAt,
                                    state(it),
                                    it.reason))))));
  }

  /** Returns how far it is, or how it ended: one that is over may have ended early. */
  private static String state(ActRun run) {
    return run.outcome.stream()
        .reduce((first, last) -> last)
        .map(it -> it.name() + ": " + it.value())
        .orElseGet(run::state);
  }
}
