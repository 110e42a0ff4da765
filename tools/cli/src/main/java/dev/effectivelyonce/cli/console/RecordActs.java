package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.record.CommandWords;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.operations.aws.Caller;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.record.Addresses;
import dev.effectivelyonce.operations.record.DryRun;
import dev.effectivelyonce.operations.record.Intervention;
import dev.effectivelyonce.operations.record.Intervention.Acknowledge;
import dev.effectivelyonce.operations.record.Intervention.Erase;
import dev.effectivelyonce.operations.record.Intervention.Settle;
import dev.effectivelyonce.operations.record.Intervention.SettleStep;
import dev.effectivelyonce.operations.record.Interventions;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.Records;
import dev.effectivelyonce.operations.trail.Reason;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Acts on an event's record: those of the command line. */
final class RecordActs {
  private static final List<String> CHANGES = List.of("Part", "Now", "Afterwards");

  /** Stands for the reason, which is given with the confirmation: nothing keeps it. */
  private static final String LATER = "Given later";

  /**
   * How an intervention is called.
   *
   * @param verb of the command line
   * @param options that it takes there, beside the record and the reason
   * @param title of its page
   * @param meaning what becomes of the event
   */
  private record Words(String verb, List<String> options, String title, String meaning) {
    static Words of(Intervention wanted) {
      return switch (wanted) {
        case Settle(Settlement as) ->
            new Words(
                "settle",
                List.of(CommandWords.choice(as)),
                "Settle as " + as.status(),
                switch (as) {
                  case COMPLETED ->
                      "The event counts as done: further messages are duplicates, and a replay"
                          + " deletes its dead letter.";
                  case RETRYABLE ->
                      "The event runs at the next delivery. Nothing is sent: replay its dead letter"
                          + " afterwards.";
                });
        case SettleStep(String step, Settlement as, Optional<String> result) ->
            new Words(
                "settle",
                List.of(CommandWords.choice(as), "--step=" + step),
                "Settle step %s as %s".formatted(step, as.status()),
                switch (as) {
                  case COMPLETED ->
                      "The step counts as done, without a result, and at the next delivery the"
                          + " handler goes on after it. If a later step needs its result, give it"
                          + " to the command with --result.";
                  case RETRYABLE ->
                      "The step counts as not done, and runs again at the next delivery.";
                });
        case Intervention.Acknowledge acknowledge ->
            new Words(
                "acknowledge",
                List.of(),
                "Acknowledge the failure",
                "The record stays failed, and leaves the lists.");
        case Intervention.Erase erase ->
            new Words(
                "erase",
                List.of(),
                "Erase what may be personal",
                "The readable key, the result, the error and the results of steps are removed. This"
                    + " can't be undone.");
        case Intervention.Forget forget ->
            throw new IllegalArgumentException("The console forgets nothing");
      };
    }
  }

  private final Session session;
  private final Interventions asked;

  RecordActs(Session session) {
    this.session = session;
    this.asked = new Interventions(session.context(), Optional.of(LATER)).asDryRun();
  }

  /** Returns who the trail will name. */
  static Html trail(Session session) {
    Caller caller = session.context().clients().caller();
    return caller
        .doubt()
        .map(why -> Html.of("<em class=\"doubt\">It will not name you, because {}</em>", why))
        .orElseGet(() -> Html.of("{}", caller.name()));
  }

  /** Returns links to the acts that are not refused for a record as it is. */
  Html offers(RecordView view) {
    List<Html> links =
        Stream.concat(
                Stream.of(
                    new Settle(Settlement.COMPLETED),
                    new Settle(Settlement.RETRYABLE),
                    new Acknowledge(),
                    new Erase()),
                view.steps().stream().flatMap(RecordActs::ofStep))
            .filter(it -> !view.isGone() && asked.refusal(it, view).isEmpty())
            .map(it -> Page.button(link(it, view), Words.of(it).title() + "…"))
            .toList();
    return links.isEmpty()
        ? Html.NONE
        : Page.section("Act", Html.of("<p>{}</p>", Html.all(links.stream())));
  }

  private static Stream<Intervention> ofStep(Step step) {
    return Stream.of(Settlement.COMPLETED, Settlement.RETRYABLE)
        .map(it -> new SettleStep(step.name(), it, Optional.empty()));
  }

  private static Link link(Intervention wanted, RecordView view) {
    Link act = Link.toAct(Words.of(wanted).verb()).with("record", view.id().value());
    return switch (wanted) {
      case Settle settle -> act.with("as", CommandWords.choice(settle.settlement()));
      case SettleStep settle ->
          act.with("as", CommandWords.choice(settle.settlement())).with("step", settle.step());
      default -> act;
    };
  }

  /** Returns the settling of the record, or of the step, that a link names. */
  Act settle(Query query) {
    Settlement as =
        Stream.of(Settlement.values())
            .filter(it -> CommandWords.choice(it).equals(query.required("as")))
            .findFirst()
            .orElseThrow(
                () ->
                    OperationException.usage(
                        "There is no such decision", "Choose it on the page of the event"));
    return act(
        query,
        query
            .asTyped("step")
            .<Intervention>map(step -> new SettleStep(step, as, Optional.empty()))
            .orElseGet(() -> new Settle(as)));
  }

  /** Returns the acknowledging of the failure that a link names. */
  Act acknowledge(Query query) {
    return act(query, new Acknowledge());
  }

  /** Returns the erasing of what may be personal in the record that a link names. */
  Act erase(Query query) {
    return act(query, new Erase());
  }

  private Act act(Query query, Intervention wanted) {
    RecordView seen =
        new Records(session.context())
            .view(Addresses.byId(session.context(), query.required("record"), Optional.empty()));
    if (seen.isGone()) {
      throw OperationException.refused(
          "There is no record " + seen.id(), "If its trail is to be erased, use `erase`");
    }
    Words words = Words.of(wanted);
    DryRun dryRun = new DryRun(seen, asked.carryOut(wanted, seen).now());
    return new Act(
        words.title(),
        session.context().now(),
        1,
        preview(dryRun, words),
        Act.command(
            session,
            List.of(words.verb()),
            Stream.concat(words.options().stream(), Stream.of("--record-id=" + seen.id().value()))
                .toList()),
        Act.shortForm(seen.id().keyHash()),
        Link.toEvent(seen.id().value()),
        Optional.empty(),
        Reason::checked,
        (reason, progress) -> {
          progress.accept(0);
          Interventions real = new Interventions(session.context(), Optional.of(reason));
          return List.of(
              new Act.Line("The record is now", real.carryOut(wanted, seen).now().state().name()));
        });
  }

  private Html preview(DryRun dryRun, Words words) {
    return Html.all(
        Page.facts(
            Stream.of(
                Page.fact(
                    "Record",
                    Page.link(
                        Link.toEvent(dryRun.before().id().value()), dryRun.before().id().value())),
                Page.fact("Key", dryRun.before().key()),
                Page.fact("State", dryRun.before().state()),
                Page.fact("What happens", words.meaning()),
                Page.fact(
                    "Changed since", "If the record is not as shown by then, it is left as it is."),
                Page.fact("Trail", trail(session)))),
        Page.table(
            "What is written",
            CHANGES,
            dryRun.changes().entrySet().stream()
                .map(it -> Page.row(it.getKey(), it.getValue().before(), it.getValue().after()))));
  }
}
