package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.core.record.LogSanitizer;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.Edit;
import dev.effectivelyonce.operations.deadletters.LetterDetail;
import dev.effectivelyonce.operations.deadletters.LetterFile;
import dev.effectivelyonce.operations.deadletters.Resend;
import dev.effectivelyonce.operations.deadletters.ResendPreview;
import dev.effectivelyonce.operations.problem.Kind;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.problem.Problem;
import dev.effectivelyonce.operations.replay.ReplaySetup;
import dev.effectivelyonce.replay.Force;
import dev.effectivelyonce.replay.ReplayListener;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The correction of a dead letter's body: a page on which it is typed, and the act that sends it.
 * The page has a token of its own, without which no preview is made.
 */
final class Corrections {
  /** How many characters a body has at most: a browser is slow with more. */
  static final int LONGEST_BODY = 100_000;

  /** So many pages can wait for a correction: each keeps a body. */
  private static final int MOST_DRAFTS = 20;

  private static final String TOKEN = "token";
  private static final String NEW_KEY = "new-key";

  /** The button of a preview that leads back to the text. */
  private static final String EDIT = "edit";

  private static final List<String> CHANGES = List.of("Part", "Now", "Afterwards");

  /** A letter that is being corrected, as it was when its page was made. */
  private record Draft(ConsumerEntry consumer, LetterDetail letter) {
    String id() {
      return letter.letter().messageId();
    }

    String body() {
      return letter.body();
    }
  }

  private final Session session;
  private final Looks looks;
  private final Acts acts;
  private final RandomGenerator random;
  private final SequencedMap<String, Draft> drafts = new LinkedHashMap<>();

  Corrections(Session session, Looks looks, Acts acts, RandomGenerator random) {
    this.session = session;
    this.looks = looks;
    this.acts = acts;
    this.random = random;
  }

  /** Returns a link to the correction of a letter; nothing if the console can't correct it. */
  static Html offer(ConsumerEntry consumer, LetterDetail letter) {
    return refusal(consumer, letter).isPresent()
        ? Html.NONE
        : Page.button(
            Link.toCorrection(consumer.name(), letter.letter().messageId()), "Correct and resend…");
  }

  /** Returns why a letter is not corrected here; empty if it is. */
  private static Optional<OperationException> refusal(ConsumerEntry consumer, LetterDetail letter) {
    if (consumer.parks()) {
      return Optional.of(
          OperationException.refused(
              "A parked record goes back as its source had it, and is not corrected",
              "Replay it, or produce a new event and discard this one"));
    }
    if (LetterActs.NOT_DISCARDED.contains(letter.letter().decision().label())) {
      return Optional.of(
          OperationException.refused(
              "It can't be known whether this letter is one of this consumer, or done",
              "Look at it again"));
    }
    return hindrance(letter.body())
        .map(it -> OperationException.refused("A page can't hold it. " + it, "Use the command"));
  }

  /** Returns why a form can't hold a text, or what in it nobody could see; empty if neither. */
  private static Optional<String> hindrance(String body) {
    if (body.length() > LONGEST_BODY) {
      return Optional.of("The body has more than 100,000 characters");
    }
    return body.chars()
        .mapToObj(Character::toString)
        .filter(it -> !LogSanitizer.visible(it).equals(it))
        .findFirst()
        .map(it -> at(body, it));
  }

  private static String at(String body, String control) {
    int place = body.indexOf(control);
    String before = body.substring(0, place);
    return String.format(
        Locale.ROOT,
        "The body has the control character U+%04X in line %,d, column %,d",
        (int) control.charAt(0),
        before.lines().count() + (before.isEmpty() || before.endsWith("\n") ? 1 : 0),
        place - before.lastIndexOf('\n'));
  }

  /** Shows the page on which a letter's body is corrected. */
  Pages.Shown form(Query query) {
    Draft draft = looked(query.required("consumer"), query.required("id"));
    return new Pages.Shown.As(page(draft, keep(draft), draft.body(), Resend.Key.SAME, Html.NONE));
  }

  private Draft looked(String name, String id) {
    ConsumerEntry consumer = session.context().consumer(name);
    Draft draft = new Draft(consumer, LetterActs.detail(looks, consumer, id));
    refusal(consumer, draft.letter())
        .ifPresent(
            it -> {
              throw it;
            });
    return draft;
  }

  private synchronized String keep(Draft draft) {
    String token = Door.secret(random);
    drafts.put(token, draft);
    if (drafts.size() > MOST_DRAFTS) {
      drafts.pollFirstEntry();
    }
    return token;
  }

  private synchronized Optional<Draft> kept(String token) {
    return Optional.ofNullable(drafts.get(token));
  }

  private Page page(Draft draft, String token, String body, Resend.Key key, Html problem) {
    return new Page(
        "Correct dead letter " + draft.id(),
        Optional.empty(),
        Optional.empty(),
        List.of(command(draft, key)),
        Html.of(
            """
            {}
            <p>Nothing is sent yet. The next page compares both bodies, and asks you.</p>
            <form method="post" action="correct" autocomplete="off">
            <input type="hidden" name="token" value="{}">
            <input type="hidden" name="consumer" value="{}">
            <input type="hidden" name="id" value="{}">
            <label for="body">The body</label>
            <textarea id="body" name="body" rows="20" spellcheck="false" required{}>
            {}</textarea>
            <label><input type="checkbox" name="new-key" value="yes"{}> It may be another event
            (<code>--new-key</code>)</label>
            <button type="submit">Preview</button>
            </form>
            <p>{}</p>
            """,
            problem,
            token,
            draft.consumer().name(),
            draft.id(),
            problem.equals(Html.NONE)
                ? Html.NONE
                : Html.of(" aria-invalid=\"true\" aria-describedby=\"problem\""),
            Html.typed(body),
            key == Resend.Key.ANY ? Html.of(" checked") : Html.NONE,
            Page.link(Link.toLetter(draft.consumer().name(), draft.id()), "Back, and do nothing")));
  }

  private String command(Draft draft, Resend.Key key) {
    return Act.command(
        session,
        List.of("dead-letters", "resend", draft.id()),
        Stream.concat(
                Stream.of("--consumer=" + draft.consumer().name(), "--body=FILE"),
                Stream.of("--new-key").filter(ignored -> key == Resend.Key.ANY))
            .toList());
  }

  /** Takes a corrected body, and shows what sending it would do. */
  Pages.Shown corrected(Query form) {
    // Browsers end the lines of a form in their own way.
    String typed = form.asTyped("body").orElse("").replace("\r\n", "\n");
    Resend.Key key = form.value(NEW_KEY).isPresent() ? Resend.Key.ANY : Resend.Key.SAME;
    String token = form.value(TOKEN).orElse("");
    Optional<Draft> kept = kept(token);
    if (kept.isEmpty()) {
      return forgotten(form, typed, key);
    }
    Draft draft = kept.get();
    if (form.value(EDIT).isPresent()) {
      return new Pages.Shown.As(page(draft, token, typed, key, Html.NONE));
    }
    try {
      Act act = act(draft, typed, key);
      return new Pages.Shown.As(ActPages.page(act, acts.offer(act), "", change(token, typed, key)));
    } catch (RuntimeException e) {
      return refused(draft, token, typed, key, Problem.of(e));
    }
  }

  /** Gives a form back whose letter the console no longer keeps, with the letter as it is now. */
  private Pages.Shown forgotten(Query form, String typed, Resend.Key key) {
    String consumer = form.value("consumer").orElseThrow(ActPages::unknown);
    Draft draft = looked(consumer, form.value("id").orElseThrow(ActPages::unknown));
    return refused(
        draft,
        keep(draft),
        typed,
        key,
        new Problem(
            Kind.REFUSED,
            "The console didn't keep this form, and nothing was previewed",
            "Look at your text, and choose Preview again"));
  }

  private Pages.Shown refused(
      Draft draft, String token, String typed, Resend.Key key, Problem problem) {
    Html shown = Page.problem(problem.problem(), problem.remedy());
    return new Pages.Shown.Refused(problem.kind(), page(draft, token, typed, key, shown));
  }

  private Act act(Draft draft, String typed, Resend.Key key) {
    hindrance(typed)
        .ifPresent(
            it -> {
              throw OperationException.refused(it, "Correct it, or use the command");
            });
    Edit edit = new Edit(Optional.of(typed), Set.of());
    String body = edit.bodyInsteadOf(draft.body());
    if (body.isBlank() || body.equals(draft.body())) {
      throw OperationException.refused(
          body.isBlank() ? "The body is blank" : "The body is as it was",
          "Correct it, or go back and choose Replay");
    }
    Resend wanted = new Resend(draft.id(), edit, key, Force.OFF);
    ResendPreview seen =
        LetterActs.unlessHidden(
            draft.consumer(),
            looks.search(
                draft.consumer(),
                LettersPages.PATIENCE,
                it -> it.preview(wanted, ReplayListener.NONE)));
    seen.refusal()
        .ifPresent(
            it -> {
              throw it.refusal();
            });
    Instant now = session.context().now();
    Resend resend = wanted.expecting(seen.replayWould());
    return new Act(
        "Resend dead letter %s of %s, corrected".formatted(draft.id(), draft.consumer().name()),
        now,
        1,
        preview(draft, body, seen),
        command(draft, key),
        Act.shortForm(seen.keyHashBefore().orElse(draft.id())),
        Link.toLetter(draft.consumer().name(), draft.id()),
        Optional.of(draft.consumer()),
        ReplaySetup::why,
        (reason, progress) -> resent(draft.consumer(), resend, reason, progress));
  }

  private Html preview(Draft draft, String body, ResendPreview seen) {
    ReplaySetup setup = DeadLetters.of(draft.consumer(), session.context()).setup();
    return Html.all(
        Page.facts(
            Stream.of(
                Page.fact("Letter", draft.id()),
                Page.fact("Decision", Page.decision(seen.replayWould())),
                Page.fact(
                    "What happens",
                    (seen.reopens() ? "Its record is reopened. " : "")
                        + "The corrected message is sent, with the letter's attributes and message"
                        + " group, and the letter is deleted."),
                Page.fact(
                    "Changed since",
                    "If the letter is gone by then, or its record has changed so that this decision"
                        + " is another, nothing is sent."),
                Page.fact("From", setup.deadLetters().name()),
                Page.fact("To", setup.target()),
                Page.fact("Order", LetterActs.order(setup.deadLetters().name())),
                Page.fact("Saved to", file(draft.consumer())),
                Page.fact("Saved as by", RecordActs.trail(session)))),
        Page.table(
            "What changes",
            CHANGES,
            Stream.of(
                Page.row("Key hash", seen.keyHashBefore(), seen.keyHash()),
                Page.row("Characters", draft.body().length(), body.length()),
                Page.row("SHA-256 of the body", sha256(draft.body()), sha256(body)))),
        Page.section(
            "The bodies, with - before and + afterwards", BodyDiff.of(draft.body(), body)));
  }

  /** Returns a button that leads from a preview back to the text. */
  private static Html change(String token, String typed, Resend.Key key) {
    return Html.of(
        """
        <form method="post" action="correct">
        <input type="hidden" name="token" value="{}">
        <input type="hidden" name="body" value="{}">
        {}
        <button type="submit" name="edit" value="yes">Change the text</button>
        </form>
        """,
        token,
        typed,
        key == Resend.Key.ANY
            ? Html.of("<input type=\"hidden\" name=\"new-key\" value=\"yes\">")
            : Html.NONE);
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256", e);
    }
  }

  private Path file(ConsumerEntry consumer) {
    return session.file(LetterFile.nameFor(consumer.name()));
  }

  private List<Act.Line> resent(
      ConsumerEntry consumer, Resend resend, String reason, IntConsumer progress) {
    DeadLetters queue = DeadLetters.of(consumer, session.context(), Optional.of(reason));
    session.context().clients().caller();
    try (LetterFile file = LetterFile.open(file(consumer))) {
      LetterCount count = new LetterCount(Set.of(resend.messageId()), progress);
      List<Act.Line> lines =
          new ArrayList<>(
              LetterActs.sent(
                  count,
                  queue.resend(resend, Optional.of(reason), file, count).pass().report(),
                  "discard the letter"));
      lines.add(lines.size() - 1, new Act.Line("File", file.path().toString()));
      return lines;
    }
  }
}
