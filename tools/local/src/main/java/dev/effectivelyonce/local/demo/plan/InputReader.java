package dev.effectivelyonce.local.demo.plan;

import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes a plan of a user's own lines. Blank lines are skipped. */
public final class InputReader {
  /** What each account that the lines name is opened with. */
  public static final long OPENING_CENTS = 100_000_000;

  private static final int MOST_PROBLEMS_NAMED = 20;

  private final List<PlannedMessage> messages = new ArrayList<>();
  private final List<Integer> lineNumbers = new ArrayList<>();
  private final Map<Event.Id, Event> events = new LinkedHashMap<>();
  private final SortedMap<String, Long> accounts = new TreeMap<>();

  private InputReader() {}

  /**
   * The plan of these lines.
   *
   * @throws InvalidInputException if one of them can't be sent, or there is none; nothing is sent
   *     then
   */
  public static GivenMessages read(List<String> lines) {
    InputReader reader = new InputReader();
    parsed(lines).forEach(reader::add);
    if (reader.messages.isEmpty()) {
      throw new InvalidInputException(
          "The input has no lines. Write one JSON object a line, such as"
              + " {\"queue\":\"orders\",\"body\":{...},\"duplicates\":1}");
    }
    Plan plan =
        new Plan(
            List.copyOf(reader.messages), Map.copyOf(reader.events), List.of(), reader.accounts);
    return new GivenMessages(plan, List.copyOf(reader.lineNumbers));
  }

  private static List<InputLine> parsed(List<String> lines) {
    List<InputLine> parsed = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (int index = 0; index < lines.size(); index++) {
      if (!lines.get(index).isBlank()) {
        try {
          parsed.add(InputLine.parse(index + 1, lines.get(index)));
        } catch (InvalidInputException e) {
          problems.add("Line " + (index + 1) + " " + e.getMessage());
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidInputException(summary(problems));
    }
    return parsed;
  }

  private static String summary(List<String> problems) {
    int more = problems.size() - MOST_PROBLEMS_NAMED;
    List<String> named = problems.stream().limit(MOST_PROBLEMS_NAMED).toList();
    return String.join("\n", named) + (more > 0 ? "\nand " + more + " more lines" : "");
  }

  private void add(InputLine line) {
    line.account().ifPresent(account -> accounts.put(account, OPENING_CENTS));
    Optional<Event.Id> id = line.key().map(key -> new Event.Id(line.queue(), key));
    for (int copy = 0; copy <= line.duplicates(); copy++) {
      Role role = id.map(event -> role(event, line)).orElse(Role.GIVEN);
      messages.add(
          new PlannedMessage(
              messages.size(),
              line.queue(),
              role,
              id,
              line.body(),
              line.group(),
              Optional.empty()));
      lineNumbers.add(line.number());
    }
  }

  private Role role(Event.Id id, InputLine line) {
    if (events.containsKey(id)) {
      return Role.COPY;
    }
    events.put(id, new Event(id, Kind.GIVEN, line.account().orElse(""), line.amountCents()));
    return Role.FIRST;
  }
}
