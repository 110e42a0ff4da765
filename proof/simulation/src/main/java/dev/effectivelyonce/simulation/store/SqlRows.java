package dev.effectivelyonce.simulation.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A statement on a row of the record table: of SQL what the real store sends, and no more. */
record SqlRows(String text, List<Optional<Object>> values) {
  static final String INSERT = "INSERT INTO effectively_once_record (";
  static final String UPDATE = "UPDATE effectively_once_record SET ";
  static final String SELECT = "SELECT ";
  private static final String CONFLICT = ") ON CONFLICT (id) DO UPDATE SET ";
  private static final String WHERE = " WHERE ";
  private static final Pattern STEP = Pattern.compile("\"([^\"]*)\": ?\"([^\"]*)\"");

  boolean isInsert() {
    return text.startsWith(INSERT);
  }

  /** The ids of the rows that it is about. */
  List<String> ids() {
    if (isInsert()) {
      return List.of(text(0));
    }
    if (text.startsWith(SELECT)) {
      return values.stream().map(it -> it.orElseThrow().toString()).toList();
    }
    String assignments = text.substring(UPDATE.length(), text.indexOf(WHERE));
    return List.of(text((int) assignments.chars().filter(it -> it == '?').count()));
  }

  private String text(int index) {
    return values.get(index).orElseThrow().toString();
  }

  /** Returns the row after it; empty if its condition does not hold. */
  Optional<Map<String, Object>> after(Optional<Map<String, Object>> row) {
    return isInsert() ? inserted(row) : row.flatMap(this::updated);
  }

  private Optional<Map<String, Object>> inserted(Optional<Map<String, Object>> row) {
    String[] names = text.substring(INSERT.length(), text.indexOf(") VALUES")).split(", ", -1);
    Iterator<Optional<Object>> given = values.iterator();
    Map<String, Object> fresh = new HashMap<>();
    for (String name : names) {
      given.next().ifPresent(it -> fresh.put(name, it));
    }
    String condition = text.substring(text.indexOf(WHERE, text.indexOf(CONFLICT)) + WHERE.length());
    return row.isEmpty() || holds(condition, row.get(), given)
        ? Optional.of(fresh)
        : Optional.empty();
  }

  private Optional<Map<String, Object>> updated(Map<String, Object> row) {
    int where = text.indexOf(WHERE);
    Iterator<Optional<Object>> given = values.iterator();
    Map<String, Object> after = new HashMap<>(row);
    for (String assignment : text.substring(UPDATE.length(), where).split(", ", -1)) {
      String[] sides = assignment.split(" = ", 2);
      Optional<Object> value = given.next();
      if (sides[1].startsWith("steps ||")) {
        after.put(
            "steps", merged(String.valueOf(row.get("steps")), value.orElseThrow().toString()));
      } else if (value.isPresent()) {
        after.put(sides[0], value.get());
      } else {
        after.remove(sides[0]);
      }
    }
    return holds(text.substring(where + WHERE.length()), row, given)
        ? Optional.of(after)
        : Optional.empty();
  }

  private static String merged(String steps, String more) {
    Map<String, String> all = new LinkedHashMap<>(steps(steps));
    all.putAll(steps(more));
    return all.entrySet().stream()
        .map(it -> "\"" + it.getKey() + "\": \"" + it.getValue() + "\"")
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static Map<String, String> steps(String json) {
    Map<String, String> steps = new LinkedHashMap<>();
    Matcher found = STEP.matcher(json);
    while (found.find()) {
      steps.put(found.group(1), found.group(2));
    }
    return steps;
  }

  private static boolean holds(
      String condition, Map<String, Object> row, Iterator<Optional<Object>> given) {
    List<Boolean> parts = new ArrayList<>();
    for (String part : condition.replace("effectively_once_record.", "").split(" AND ", -1)) {
      parts.add(part(part, row, given));
    }
    return !parts.contains(false);
  }

  private static boolean part(
      String part, Map<String, Object> row, Iterator<Optional<Object>> given) {
    if (part.equals("TRUE")) {
      return true;
    }
    if (part.startsWith("(")) {
      List<Boolean> either =
          Arrays.stream(part.substring(1, part.length() - 1).split(" OR ", -1))
              .map(it -> part(it, row, given))
              .toList();
      return either.contains(true);
    }
    Object value = given.next().orElse(null);
    if (part.startsWith("starts_with(steps")) {
      String begins = given.next().orElseThrow().toString();
      return noted(row, value).filter(it -> it.startsWith(begins)).isPresent();
    }
    if (part.startsWith("steps ->>")) {
      return noted(row, value).isEmpty();
    }
    String[] words = (part + " ").split(" ", 2);
    Object found = row.get(words[0]);
    return switch (words[1].strip()) {
      case "= ?" -> found != null && same(found, value);
      case "<> ?" -> found != null && !same(found, value);
      case "<= ?" -> found != null && number(found) <= number(Objects.requireNonNull(value));
      case "IS NOT DISTINCT FROM ?" -> same(found, value);
      default -> throw new IllegalStateException("Not known of SQL: " + part);
    };
  }

  private static Optional<String> noted(Map<String, Object> row, @Nullable Object step) {
    return Optional.ofNullable(steps(String.valueOf(row.get("steps"))).get(String.valueOf(step)));
  }

  private static boolean same(@Nullable Object one, @Nullable Object other) {
    return (one instanceof Number && other instanceof Number)
        ? number(one) == number(other)
        : Objects.equals(one, other);
  }

  private static long number(Object value) {
    return ((Number) value).longValue();
  }
}
