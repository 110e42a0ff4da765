package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.problem.Kind;
import dev.effectivelyonce.operations.problem.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** The pages by their names. */
final class Pages implements AutoCloseable {
  /** What a request for a page leads to. */
  sealed interface Shown {
    /** This page. */
    record As(Page page) implements Shown {}

    /** This page again after some seconds. */
    record Going(Page page) implements Shown {}

    /** This page, because of a problem with what was sent. */
    record Refused(Kind kind, Page page) implements Shown {}

    /** Another page. */
    record At(Link other) implements Shown {}
  }

  private static final int REFRESH_SECONDS = 2;

  private final Map<String, Function<Query, Shown>> makers;
  private final Map<String, Function<Query, Shown>> takers;
  private final List<Link> links;
  private final Looks looks;
  private final Acts acts;
  private final String place;

  Pages(Session session, Access access, RandomGenerator random) {
    looks = new Looks(session.context(), access);
    acts = new Acts(session, looks, random);
    place = session.context().stack().orElse("consumers");
    LettersPages letters = new LettersPages(session, looks, acts, access);
    RecordPages records = new RecordPages(session, access);
    makers =
        new HashMap<>(
            Map.of(
                "overview", query -> new Shown.As(OverviewPage.of(session)),
                "dead-letters", letters::groups,
                "letters", letters::group,
                "letter", letters::letter,
                "records", records::list,
                "event", records::event));
    takers = new HashMap<>();
    links = access == Access.WRITE ? List.of(Link.ACTS) : List.of();
    if (access == Access.WRITE) {
      ActPages own = new ActPages(session, looks, acts);
      makers.put("act", own::preview);
      makers.put("run", own::run);
      makers.put("acts", own::all);
      Corrections corrections = new Corrections(session, looks, acts, random);
      makers.put(Link.CORRECT, corrections::form);
      takers.put(Link.CORRECT, corrections::corrected);
      takers.put("act", own::confirmed);
      takers.put("stop", own::stopped);
    }
  }

  /** Returns the answer to a request of somebody who may see pages. */
  Answer answer(String name, Query query) {
    return answer(makers, name, query);
  }

  /** Returns the answer to a form of somebody who may act. */
  Answer sent(String name, Query form) {
    return answer(takers, name, form);
  }

  private Answer answer(Map<String, Function<Query, Shown>> from, String name, Query query) {
    try {
      return Optional.ofNullable(from.get(name))
          .map(it -> it.apply(query))
          .map(this::answer)
          .orElseGet(() -> problem(404, "There is no such page", "Use the links above"));
    } catch (RuntimeException e) {
      Problem problem = Problem.of(e);
      return problem(status(problem.kind()), problem.problem(), problem.remedy());
    }
  }

  private static int status(Kind kind) {
    return switch (kind) {
      case REFUSED, USAGE -> 400;
      case UNREACHABLE, INTERRUPTED -> 502;
      case DEFECT -> 500;
    };
  }

  private Answer answer(Shown shown) {
    return switch (shown) {
      case Shown.As(Page page) -> Answer.page(200, page.html(place, links));
      case Shown.Going(Page page) ->
          Answer.page(200, page.html(place, links)).askedAgain(REFRESH_SECONDS);
      case Shown.Refused(Kind kind, Page page) ->
          Answer.page(status(kind), page.html(place, links));
      case Shown.At(Link other) -> Answer.redirect(other);
    };
  }

  private Answer problem(int status, String problem, String remedy) {
    Page page =
        new Page(
            "This can't be shown",
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Page.problem(problem, remedy));
    return Answer.page(status, page.html(place, links));
  }

  /** Stops what is under way. What is begun later is stopped when it is closed. */
  void stop() {
    acts.stop();
    looks.stop();
  }

  @Override
  public void close() {
    acts.close();
    looks.close();
  }
}
