package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.cli.letters.LetterLines;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.deadletters.Letter;
import dev.effectivelyonce.operations.deadletters.LetterDetail;
import dev.effectivelyonce.operations.deadletters.LetterSummary.Group;
import dev.effectivelyonce.operations.record.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The dead letters of a consumer: by cause and decision, those of a group, and each. */
final class LettersPages {
  /** How long a page waits for a look, before it shows how far that is. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final int GROUPS_OF_A_PAGE = 50;

  /** How many characters of a body a page has: a browser is slow with more. */
  private static final int MOST_OF_A_BODY = 100_000;

  private static final List<String> GROUPS =
      List.of("Cause", "Letters", "Replay", "First sent", "Last sent", "A sample");
  private static final List<String> LETTERS =
      List.of("Message", "Record", "Sent", "Received", "Attempt", "Group", "Problem");

  private final Session session;
  private final Looks looks;
  private final Acts acts;
  private final Access access;

  LettersPages(Session session, Looks looks, Acts acts, Access access) {
    this.session = session;
    this.looks = looks;
    this.acts = acts;
    this.access = access;
  }

  private ConsumerEntry consumer(Query query) {
    return session.context().consumer(query.required("consumer"));
  }

  /** Shows the letters by cause and decision, as far as the look at them is. */
  Pages.Shown groups(Query query) {
    ConsumerEntry consumer = consumer(query);
    Link self = Link.toLetters(consumer.name());
    Optional<String> wanted = query.value("look");
    if (wanted.isPresent()) {
      if (wanted.get().equals("stop")) {
        looks.stop(consumer);
      } else {
        looks.again(consumer);
      }
      return new Pages.Shown.At(self);
    }
    Looks.All look = looks.all(consumer);
    boolean isOver = look.isOver(PATIENCE);
    return new Pages.Shown.As(
        new Page(
            "Dead letters of " + consumer.name(),
            Optional.of(look.began),
            Optional.of(isOver ? self.with("look", "again") : self),
            List.of(session.command("dead-letters", "--summary", "--consumer=" + consumer.name())),
            Html.all(
                underWay(consumer.name()),
                isOver ? end(look) : goingOn(look, self),
                table(look, self, query, consumer))));
  }

  /** An act holds letters as a look does, and looks wait for it. */
  private Html underWay(String consumer) {
    return Html.all(
        acts.underWay(consumer).stream()
            .map(
                it ->
                    Html.of(
                        """
                        <p class="going-on" role="status">An act holds these dead letters, and looks
                        wait for its end: <a href="{}">{}</a></p>
                        """,
                        Link.toRun(it.number),
                        it.act.title())));
  }

  private Html offers(Link act, String decision) {
    return access == Access.WRITE ? LetterActs.offers(act, decision) : Html.NONE;
  }

  private static Html end(Looks.All look) {
    return Html.all(
        Stream.concat(
            look.pass.map(LetterLines::total).map(Page::paragraph).stream(),
            look.problem.map(it -> Page.problem(it.problem(), it.remedy())).stream()));
  }

  private static Html goingOn(Looks.All look, Link self) {
    return Html.of(
        """
        <p class="going-on" role="status">The look is going on: {}{} so far.
        <a href="{}">Stop it</a></p>
        """,
        Page.counted(look.tally.count(), "letter"),
        Html.all(look.expected.stream().map(it -> Html.of(" of about {}", it))),
        self.with("look", "stop"));
  }

  private static Html table(Looks.All look, Link self, Query query, ConsumerEntry consumer) {
    List<Group> all = look.tally.groups();
    int page = query.number("page");
    Stream<Html> rows =
        all.stream()
            .skip((page - 1L) * GROUPS_OF_A_PAGE)
            .limit(GROUPS_OF_A_PAGE)
            .map(it -> row(it, look.tally, consumer.name()));
    boolean hasMore = (long) page * GROUPS_OF_A_PAGE < all.size();
    return all.isEmpty()
        ? Html.NONE
        : Html.of(
            "{}<p>{} {}</p>",
            Page.table("By cause, and by what a replay would do", GROUPS, rows),
            page > 1 ? Page.link(self.with("page", page - 1), "Larger groups") : "",
            hasMore ? Page.link(self.with("page", page + 1), "Smaller groups") : "");
  }

  private static Html row(Group group, LetterTally tally, String consumer) {
    return Page.row(
        cause(group, tally, consumer),
        group.count(),
        Page.decision(group.decision()),
        group.first(),
        group.last(),
        Page.link(Link.toLetter(consumer, group.sample()), group.sample()));
  }

  static Html cause(Group group, LetterTally tally, String consumer) {
    return tally.keeps(group)
        ? Page.link(Link.toGroup(consumer, group.sample()), group.cause())
        : Html.of("{}", group.cause());
  }

  /** Shows the first letters of the group of a sample. */
  Pages.Shown group(Query query) {
    ConsumerEntry consumer = consumer(query);
    Looks.All look = looks.all(consumer);
    List<Letter> letters = look.tally.like(query.required("like"));
    if (letters.isEmpty()) {
      // The link is of an earlier look, or no letter of the group is kept.
      return new Pages.Shown.At(Link.toLetters(consumer.name()));
    }
    String cause = letters.getFirst().cause();
    String decision = letters.getFirst().decision().label();
    long all =
        look.tally.groups().stream()
            .filter(it -> it.cause().equals(cause) && it.decision().equals(decision))
            .mapToLong(Group::count)
            .sum();
    return new Pages.Shown.As(
        new Page(
            "Letters with one cause",
            Optional.of(look.began),
            Optional.empty(),
            List.of(
                session.command(
                    "dead-letters",
                    "--consumer=" + consumer.name(),
                    "--decision=" + decision,
                    "--cause=" + cause,
                    "--limit=all")),
            Html.of(
                """
                <p>{}</p>
                <p class="cause">{}</p>
                <p>{}: {}</p>
                {}
                <p>{}</p>
                {}
                """,
                Page.link(Link.toLetters(consumer.name()), "All causes"),
                cause,
                Page.decision(decision),
                DecisionWords.of(decision),
                offers(
                    LetterActs.ofGroup(consumer.name(), letters.getFirst().messageId()), decision),
                shown(letters.size(), all),
                Page.table(
                    "Letters", LETTERS, letters.stream().map(it -> row(it, consumer.name()))))));
  }

  private static Html shown(int letters, long all) {
    return letters < all
        ? Html.of("The first {} of {} are shown. The command below lists all.", letters, all)
        : Html.of("All are shown: {}.", Page.counted(letters, "letter"));
  }

  private static Html row(Letter letter, String consumer) {
    String state = letter.state().map(State::name).orElse("?");
    return Page.row(
        Page.link(Link.toLetter(consumer, letter.messageId()), letter.messageId()),
        letter
            .keyHash()
            .<Object>map(it -> Page.link(Link.toEvent(consumer + "#" + it), state))
            .orElse(state),
        Html.of(
            "{} {}",
            letter.sentAt(),
            letter.age().map(it -> "(" + LetterLines.words(it) + ")").orElse("")),
        letter.receives(),
        letter.attempt(),
        letter.group(),
        letter.problem().or(letter::error));
  }

  /** Shows a letter. */
  Pages.Shown letter(Query query) {
    ConsumerEntry consumer = consumer(query);
    String id = query.required("id");
    Link self = Link.toLetter(consumer.name(), id);
    if (query.value("look").isPresent()) {
      looks.stop(consumer);
      return new Pages.Shown.At(self);
    }
    Optional<LetterDetail> detail = looks.letter(consumer, id, PATIENCE);
    return new Pages.Shown.As(
        new Page(
            "Dead letter " + id,
            detail.map(found -> session.context().now()),
            Optional.of(self),
            List.of(session.command("dead-letters", "show", id, "--consumer=" + consumer.name())),
            Html.all(
                Page.paragraph(
                    Page.link(
                        Link.toLetters(consumer.name()), "All dead letters of " + consumer.name())),
                detail
                    .map(it -> content(it, consumer))
                    .orElseGet(() -> hidden(consumer.name(), self)))));
  }

  private Html hidden(String consumer, Link self) {
    return acts.underWay(consumer).isPresent()
        ? underWay(consumer)
        : Html.of(
            """
            <p class="going-on" role="status">Another look at the dead letters of {} is going on, and
            hides this one. Wait until it ends, or <a href="{}">stop it</a>.</p>
            """,
            consumer,
            self.with("look", "stop"));
  }

  private Html content(LetterDetail detail, ConsumerEntry consumer) {
    return Html.all(
        facts(detail.letter()),
        offers(
            LetterActs.ofLetter(consumer.name(), detail.letter().messageId()),
            detail.letter().decision().label()),
        access == Access.WRITE ? Corrections.offer(consumer, detail) : Html.NONE,
        Page.section("Body", body(detail.body())),
        Page.section("Attributes", facts(detail.attributes())),
        Page.section("From SQS", facts(detail.system())),
        fingerprint(detail),
        Page.section("What happened", Timeline.of(detail.timeline(), detail.record())),
        Html.all(
            detail.record().stream()
                .map(it -> Page.section("Its record", RecordPages.facts(it, session)))));
  }

  private static Html facts(Letter letter) {
    String decision = letter.decision().label();
    return Page.facts(
        Stream.of(
            Page.fact(
                "Replay", Html.of("{}: {}", Page.decision(decision), DecisionWords.of(decision))),
            Page.fact("Cause", letter.cause()),
            Page.fact("Problem", letter.problem()),
            Page.fact("Error", letter.error()),
            Page.fact("Key hash", letter.keyHash()),
            Page.fact("Message group", letter.group()),
            Page.fact(
                "Received",
                Html.of(
                    "{} from the dead-letter queue", Page.counted(letter.receives(), "time")))));
  }

  private static Html body(String body) {
    String shown = Indented.of(body, MOST_OF_A_BODY);
    return shown.length() > MOST_OF_A_BODY
        ? Html.of(
            "<pre><code>{}</code></pre><p>The body is longer. The command shows all of it.</p>",
            shown.substring(0, MOST_OF_A_BODY))
        : Html.of("<pre><code>{}</code></pre>", shown);
  }

  private static Html facts(Map<String, String> attributes) {
    return attributes.isEmpty()
        ? Page.paragraph("None.")
        : Page.facts(
            attributes.entrySet().stream().map(it -> Page.fact(it.getKey(), it.getValue())));
  }

  private static Html fingerprint(LetterDetail detail) {
    Stream<Html> fields =
        detail.fields().fields().stream()
            .map(it -> Page.fact(it.pointer(), it.value().orElse("(none)")));
    return detail.fields().fields().isEmpty()
        ? Html.NONE
        : Page.section("What its fingerprint is made of", Page.facts(fields));
  }
}
