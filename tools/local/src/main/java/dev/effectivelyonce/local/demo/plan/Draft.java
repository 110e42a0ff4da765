package dev.effectivelyonce.local.demo.plan;

import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.Optional;

/** A message that has a time in the plan, from 0 to 1, but no number yet. */
record Draft(
    double time,
    DemoQueue queue,
    Role role,
    Optional<Event.Id> event,
    String body,
    Optional<String> group,
    Optional<String> simulate) {

  /** The same message once more, later. */
  Draft copiedAt(double later) {
    return new Draft(later, queue, Role.COPY, event, body, group, simulate);
  }

  PlannedMessage numbered(int number) {
    return new PlannedMessage(number, queue, role, event, body, group, simulate);
  }
}
