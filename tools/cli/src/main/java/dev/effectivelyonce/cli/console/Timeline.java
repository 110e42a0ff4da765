package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.operations.record.Moment;
import dev.effectivelyonce.operations.record.RecordView;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What happened to an event, in a list by time. */
final class Timeline {
  /** Something that an attempt or an operator did. */
  private record Entry(Instant at, String actor, String what) {
    Html item() {
      return Html.of(
          "<li class=\"{}\">{} <span>{}</span></li>",
          actor,
          at,
          actor.equals(OPERATOR) ? "An operator: " + what : what);
    }
  }

  private static final String ATTEMPT = "attempt";
  private static final String OPERATOR = "operator";
  private static final String UPDATED = "updatedAt";

  private Timeline() {}

  /** Returns what a record and its trail tell. */
  static Html of(RecordView view) {
    return of(
        view.record().stream().flatMap(it -> Moment.of(it).stream()).toList(), Optional.of(view));
  }

  /** Returns these moments, and what the trail of a record adds to them. */
  static Html of(List<Moment> moments, Optional<RecordView> view) {
    List<TrailEntry> trail = view.flatMap(RecordView::trail).orElse(List.of());
    Set<String> byOperators =
        trail.stream()
            .flatMap(it -> Optional.ofNullable(it.after().get(UPDATED)).stream())
            .collect(Collectors.toSet());
    Optional<Moment> notAnAttempt =
        view.flatMap(RecordView::record)
            .map(it -> Moment.of(it).getLast())
            .filter(it -> byOperators.contains(it.at().toString()));
    return list(
        Stream.concat(
            trail.stream().flatMap(it -> entries(it, byOperators)),
            moments.stream()
                .filter(it -> !notAnAttempt.equals(Optional.of(it)))
                .map(Timeline::entry)));
  }

  private static Entry entry(Moment moment) {
    return new Entry(moment.at(), ATTEMPT, moment.what());
  }

  /**
   * An entry of the trail has the record as it was: it also tells of the attempt before it, unless
   * that was another operator's write.
   */
  private static Stream<Entry> entries(TrailEntry entry, Set<String> byOperators) {
    Map<String, String> was = entry.before();
    String decision =
        "%s%s%s, by %s%s"
            .formatted(
                entry.action(),
                part(", ", was, TrailEntry.STATUS),
                part(" to ", entry.after(), TrailEntry.STATUS),
                entry.actor(),
                entry.reason().map(": "::concat).orElse(""));
    return Stream.concat(
        Optional.ofNullable(was.get(UPDATED)).stream()
            .filter(at -> !byOperators.contains(at))
            .map(
                at ->
                    entry(
                        Moment.change(
                            Instant.parse(at),
                            was.getOrDefault(TrailEntry.STATUS, "?"),
                            was.getOrDefault("attempt", "?"),
                            Optional.ofNullable(was.get(TrailEntry.ERROR))))),
        Stream.of(new Entry(entry.at(), OPERATOR, decision)));
  }

  private static String part(String before, Map<String, String> parts, String name) {
    return Optional.ofNullable(parts.get(name)).map(before::concat).orElse("");
  }

  private static Html list(Stream<Entry> entries) {
    return Html.of(
        "<ol class=\"timeline\">{}</ol>",
        Html.all(entries.distinct().sorted(Comparator.comparing(Entry::at)).map(Entry::item)));
  }
}
