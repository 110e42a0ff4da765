package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.simulation.history.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Judges that what an attempt records as done has happened. What an operator says is believed. */
final class Completions {
  private static final Duration YEARS = Duration.ofDays(3650);

  private final Plan plan;
  private final Findings findings;
  private final Past past;

  /** In whatever life of a record: a provider remembers. */
  private final Map<RecordId, Set<String>> steps = new HashMap<>();

  Completions(Plan plan, Findings findings, Past past) {
    this.plan = plan;
    this.findings = findings;
    this.past = past;
  }

  /** A provider has done a step. */
  void happened(RecordId id, String step) {
    steps.computeIfAbsent(id, ignored -> new HashSet<>()).add(step);
  }

  /** A write was carried out, but for the effects of a commit. */
  void written(JudgedWrite write, Life life) {
    if (write.verb() == Verb.NOTE) {
      write.after().ifPresent(after -> after.steps().forEach(step -> noted(step, write)));
    } else if (write.verb() == Verb.COMPLETE) {
      completed(write, life);
    }
  }

  private void noted(Step step, JudgedWrite write) {
    findings.check(
        !isDone(step) || steps.getOrDefault(write.id(), Set.of()).contains(step.name()),
        Invariant.DONE_HAS_HAPPENED,
        write.by(),
        "notes step",
        step.name(),
        "as done, which never happened");
  }

  private void completed(JudgedWrite write, Life life) {
    Optional<Attempt> attempt = attempt(write.by(), life);
    findings.check(
        attempt
            .filter(it -> it.hadEffect || isDoneInSteps(write.after()) || isDone(write.id()))
            .isPresent(),
        Invariant.DONE_HAS_HAPPENED,
        write.by(),
        "completes, and its handler",
        attempt.isPresent() ? "had no effect" : "never ran");
  }

  private static Optional<Attempt> attempt(AttemptId owner, Life life) {
    return Stream.concat(life.attempts.stream(), life.earlier.stream())
        .filter(it -> it.owner.equals(owner))
        .findFirst();
  }

  private boolean isDoneInSteps(Optional<IdempotencyRecord> record) {
    List<String> needed = needed();
    return !needed.isEmpty()
        && needed.stream()
            .allMatch(
                name ->
                    record.flatMap(it -> it.step(name)).filter(Completions::isDone).isPresent());
  }

  /** A failover may forget what was noted, and what was done stays done. */
  private boolean isDone(RecordId id) {
    return past.isForgotten(id)
        && !needed().isEmpty()
        && steps.getOrDefault(id, Set.of()).containsAll(needed());
  }

  private List<String> needed() {
    return switch (plan.shape()) {
      case STEPPED -> List.of(Effects.STEP);
      case SAGA -> Sagas.DONE;
      case PLAIN, COMMITTED, SINGLE_SHOT -> List.of();
    };
  }

  private static boolean isDone(Step step) {
    return step.state() == Step.State.DONE;
  }

  /** A commit was carried out, as a whole. */
  void committed(JudgedWrite write, Life life) {
    findings.check(
        life.committed == life.completions && Optional.of(write.by()).equals(life.committedBy),
        Invariant.DONE_HAS_HAPPENED,
        write.by(),
        "commits, and its effects do not happen");
  }

  /** What is half done does not expire, and is listed. */
  void keptWhileHalfDone(IdempotencyRecord after, JudgedWrite write, Instant now) {
    boolean isBegun =
        after.steps().stream()
            .anyMatch(step -> List.of(Step.State.DONE, Step.State.INTENT).contains(step.state()));
    boolean isOver =
        after.status() == Status.COMPLETED
            || (after.status() == Status.FAILED && after.step("saga.failed").isPresent());
    findings.check(
        !isBegun
            || isOver
            || (!after.isExpired(now.plus(YEARS)) && Listing.FAILED_AND_HELD.lists(after)),
        Invariant.HALF_DONE_IS_KEPT,
        write,
        "leaves what is half done to itself");
  }
}
