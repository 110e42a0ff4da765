package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.operations.record.Moment;
import dev.effectivelyonce.operations.record.RecordView;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private Timeline() {}

  static Html of(List<Moment> moments) {
    return list(moments.stream().map(Timeline::entry));
  }

  /** Returns what a record and its trail tell. */
  static Html of(RecordView view) {
    return list(
        Stream.concat(
            view.trail().stream().flatMap(List::stream).flatMap(Timeline::entries),
            view.record().stream().flatMap(it -> Moment.of(it).stream()).map(Timeline::entry)));
  }

  private static Entry entry(Moment moment) {
    return new Entry(moment.at(), ATTEMPT, moment.what());
  }

  /** An entry of the trail has the record as it was: it also tells of the attempt before it. */
  private static Stream<Entry> entries(TrailEntry entry) {
    Map<String, String> was = entry.before();
    String attempt =
        "record %s, attempt %s%s"
            .formatted(
                was.getOrDefault(TrailEntry.STATUS, "?"),
                was.getOrDefault("attempt", "?"),
                part(": ", was, TrailEntry.ERROR));
    String decision =
        "%s%s%s, by %s%s"
            .formatted(
                entry.action(),
                part(", ", was, TrailEntry.STATUS),
                part(" to ", entry.after(), TrailEntry.STATUS),
                entry.actor(),
                entry.reason().map(": "::concat).orElse(""));
    return Stream.concat(
        Optional.ofNullable(was.get("updatedAt")).stream()
            .map(at -> new Entry(Instant.parse(at), ATTEMPT, attempt)),
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
