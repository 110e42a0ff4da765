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
import dev.effectivelyonce.operations.problem.OperationException;
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
    return Optional.of(letter.body())
        .filter(body -> !isCarried(body))
        .map(
            body ->
                OperationException.refused(
                    "A page can't hold this body as it is: it has more than 100,000 characters, or"
                        + " control characters",
                    "Use the command"));
  }

  /** Returns whether a browser sends a text as the page has it, but for line ends. */
  private static boolean isCarried(String body) {
    return body.length() <= LONGEST_BODY
        && body.indexOf('\r') < 0
        && LogSanitizer.visible(body).equals(body);
  }

  /** Shows the page on which a letter's body is corrected. */
  Pages.Shown form(Query query) {
    ConsumerEntry consumer = session.context().consumer(query.required("consumer"));
    Draft draft = new Draft(consumer, LetterActs.detail(looks, consumer, query.required("id")));
    refusal(consumer, draft.letter())
        .ifPresent(
            it -> {
              throw it;
            });
    return new Pages.Shown.As(page(draft, keep(draft), draft.body(), Resend.Key.SAME, Html.NONE));
  }

  private synchronized String keep(Draft draft) {
    String token = Door.secret(random);
    drafts.put(token, draft);
    if (drafts.size() > MOST_DRAFTS) {
      drafts.pollFirstEntry();
    }
    return token;
  }

  private synchronized Draft draft(String token) {
    return Optional.ofNullable(drafts.get(token)).orElseThrow(ActPages::unknown);
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
            <label for="body">The body</label>
            <textarea id="body" name="body" rows="20" spellcheck="false" required>
            {}</textarea>
            <label><input type="checkbox" name="new-key" value="yes"{}> It may be another event
            (<code>--new-key</code>)</label>
            <button type="submit">Preview</button>
            </form>
            <p>{}</p>
            """,
            problem,
            token,
            body,
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
    String token = form.value(TOKEN).orElse("");
    Draft draft = draft(token);
    // Browsers end lines in another way, and the command leaves out what is behind the last one.
    String body = form.asTyped("body").orElse("").replace("\r\n", "\n").stripTrailing();
    Resend.Key key = form.value(NEW_KEY).isPresent() ? Resend.Key.ANY : Resend.Key.SAME;
    try {
      Act act = act(draft, body, key);
      return new Pages.Shown.As(ActPages.page(act, acts.offer(act), "", Html.NONE));
    } catch (OperationException e) {
      return new Pages.Shown.Refused(
          page(draft, token, body, key, Page.problem(e.problem(), e.remedy())));
    }
  }

  private Act act(Draft draft, String body, Resend.Key key) {
    if (body.isEmpty() || body.equals(draft.body().stripTrailing())) {
      throw OperationException.refused(
          body.isEmpty() ? "The body is blank" : "The body is as it was",
          "Correct it, or go back and choose Replay");
    }
    if (!isCarried(body)) {
      throw OperationException.refused(
          "The body has more than 100,000 characters, or control characters",
          "Correct it, or use the command");
    }
    Resend wanted = new Resend(draft.id(), new Edit(Optional.of(body), Set.of()), key, Force.OFF);
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
                  "resend"));
      lines.add(lines.size() - 1, new Act.Line("File", file.path().toString()));
      return lines;
    }
  }
}
