package dev.effectivelyonce.local.demo.plan;

import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Collects the messages of a plan while it is made. For one thread. */
final class Timeline {
  private final List<Draft> drafts = new ArrayList<>();
  private final Map<Event.Id, Event> events = new LinkedHashMap<>();

  /** Adds an event and its first message, which can then be copied. */
  Draft first(double time, Event event, String body, Optional<String> simulate) {
    events.put(event.id(), event);
    return add(time, Role.FIRST, event, body, simulate);
  }

  /** Adds a copy of a message. */
  void copy(Draft draft, double later) {
    drafts.add(draft.copiedAt(later));
  }

  /** Adds a message that reuses the key of an event. */
  void reuse(double time, Event event, String otherBody) {
    add(time, Role.REUSED_KEY, event, otherBody, Optional.empty());
  }

  /** Adds a message without an event. */
  void poison(double time, DemoQueue queue, Role role, String body, Optional<String> group) {
    drafts.add(new Draft(time, queue, role, Optional.empty(), body, group, Optional.empty()));
  }

  Plan plan(List<PlannedRequest> requests, SortedMap<String, Long> openingCents) {
    List<Draft> inOrder = drafts.stream().sorted(Comparator.comparingDouble(Draft::time)).toList();
    List<PlannedMessage> messages = new ArrayList<>();
    for (Draft draft : inOrder) {
      messages.add(draft.numbered(messages.size()));
    }
    return new Plan(List.copyOf(messages), Map.copyOf(events), requests, openingCents);
  }

  private Draft add(double time, Role role, Event event, String body, Optional<String> simulate) {
    Optional<String> group = Optional.of(event.accountId()).filter(account -> !account.isEmpty());
    Draft draft =
        new Draft(time, event.id().queue(), role, Optional.of(event.id()), body, group, simulate);
    drafts.add(draft);
    return draft;
  }
}
