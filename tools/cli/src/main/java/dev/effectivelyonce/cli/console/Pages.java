package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.problem.Problem;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The pages by their names. */
final class Pages implements AutoCloseable {
  /** What a request for a page leads to. */
  sealed interface Shown {
    /** This page. */
    record As(Page page) implements Shown {}

    /** Another page. */
    record At(Link other) implements Shown {}
  }

  private final Map<String, Function<Query, Shown>> makers;
  private final Looks looks;
  private final String place;

  Pages(Session session) {
    looks = new Looks(session.context());
    place = session.context().stack().orElse("consumers");
    LettersPages letters = new LettersPages(session, looks);
    RecordPages records = new RecordPages(session);
    makers =
        Map.of(
            "overview", query -> new Shown.As(OverviewPage.of(session)),
            "dead-letters", letters::groups,
            "letters", letters::group,
            "letter", letters::letter,
            "records", records::list,
            "event", records::event);
  }

  /** Returns the answer to a request of somebody who may see pages. */
  Answer answer(String name, URI target) {
    try {
      return Optional.ofNullable(makers.get(name))
          .map(maker -> maker.apply(new Query(target)))
          .map(this::answer)
          .orElseGet(() -> problem(404, "There is no such page", "Use the links above"));
    } catch (RuntimeException e) {
      Problem problem = Problem.of(e);
      int status =
          switch (problem.kind()) {
            case REFUSED, USAGE -> 400;
            case UNREACHABLE, INTERRUPTED -> 502;
            case DEFECT -> 500;
          };
      return problem(status, problem.problem(), problem.remedy());
    }
  }

  private Answer answer(Shown shown) {
    return switch (shown) {
      case Shown.As(Page page) -> Answer.page(200, page.html(place));
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
    return Answer.page(status, page.html(place));
  }

  @Override
  public void close() {
    looks.close();
  }
}
