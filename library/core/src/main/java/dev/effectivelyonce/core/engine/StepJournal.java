package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.steps.AttemptAbortedError;
import dev.effectivelyonce.core.steps.AttemptAbortedError.Reason;
import dev.effectivelyonce.core.steps.LookupResult;
import dev.effectivelyonce.core.steps.Nothing;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.steps.Steps;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The steps of one attempt, as its record keeps them. Not thread-safe. */
final class StepJournal implements Steps {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private static final String UNKEPT =
      "Step {} of {} is done, but a later attempt won't have its result: {}";

  private final StepRecorder notes;
  private final StepOrder order;
  private final ResultSerializer serializer;
  private final StoredValues results;
  private final DeliveryContext delivery;

  StepJournal(StepRecorder notes, ResultSerializer serializer, DeliveryContext delivery) {
    this.notes = notes;
    this.order = new StepOrder(notes);
    this.serializer = serializer;
    this.results = new StoredValues(serializer);
    this.delivery = delivery;
  }

  /** Wraps the handler: once stopped, it ends so, whatever it returns or throws. */
  Handler around(Handler handler) {
    return attempt -> {
      HandlerResult result;
      try {
        result = handler.handle(attempt);
      } catch (Exception | Error thrown) {
        notes.checkGoesOn();
        throw thrown;
      }
      notes.checkGoesOn();
      order.checkEnd(result);
      return result;
    };
  }

  @Override
  public <T> T run(String name, StepPolicy<T> policy, StepAction<T> action) throws Exception {
    notes.checkGoesOn();
    Step step = order.next(name);
    try {
      return run(step, policy, action);
    } finally {
      order.ended();
    }
  }

  /** Runs a step by its state; one that nobody has begun counts as not done. */
  private <T> T run(Step step, StepPolicy<T> policy, StepAction<T> action) throws Exception {
    return switch (step.state()) {
      case DONE -> remembered(step, policy);
      case FAILED -> throw new StepFailedException(why(step).text());
      case NOT_DONE -> perform(step, policy, action);
      case INTENT -> inDoubt(step, policy, action);
    };
  }

  private <T> T inDoubt(Step step, StepPolicy<T> policy, StepAction<T> action) throws Exception {
    return switch (policy) {
      case StepPolicy.Rerun<T> ignored -> perform(step, policy, action);
      case StepPolicy.Hold<T> ignored -> throw doubtful(step);
      case StepPolicy.ByLookup<T> ask ->
          switch (ask.lookup().find(providerKey(step))) {
            case LookupResult.Done<T>(T value) -> done(step, policy, value);
            // A request under way may still arrive: run again, the step is as much in doubt.
            case LookupResult.NotDone<T>() -> perform(step, policy, action);
            case LookupResult.Unknown<T>() -> throw doubtful(step);
          };
    };
  }

  private AttemptAbortedError doubtful(Step step) {
    return hold(
        "Step %s was begun by attempt %s, and it is not known whether it happened"
            .formatted(step.name(), step.attempt()));
  }

  private <T> T perform(Step before, StepPolicy<T> policy, StepAction<T> action) throws Exception {
    checkKept(before, policy);
    Step intent = notes.begin(before, policy.type());
    try {
      T value =
          TraceSpan.around(delivery.step(intent.name()), () -> action.perform(providerKey(intent)));
      return done(intent, policy, finished(intent, value));
    } catch (StepNotDoneException e) {
      // A doubt of an earlier attempt stays: this attempt's knowledge says nothing about it.
      if (before.state() != Step.State.INTENT) {
        notes.note(intent.notDone(e.why()));
      }
      throw e;
    } catch (StepFailedException e) {
      notes.note(intent.failed(e.why()));
      throw e;
    }
  }

  /** Returns what the step came to, unless its work may still go on: it then stays in doubt. */
  private <T> T finished(Step step, T value) {
    Optional<ErrorSummary> pending = PendingWork.in(value);
    if (pending.isPresent()) {
      throw notes.stop(Reason.CONTRADICTED, "Step %s: %s".formatted(step.name(), pending.get()));
    }
    return value;
  }

  private <T> T done(Step step, StepPolicy<T> policy, T value) {
    if (policy.type() == Nothing.class) {
      notes.note(step.done(StoredResult.none()));
    } else {
      StoredValues.Kept kept = results.keep(value, policy.type(), notes.freeBytes());
      kept.problem().ifPresent(why -> LOG.warn(UNKEPT, step.name(), notes.mine().id(), why));
      notes.note(
          kept.problem()
              .map(why -> step.done(kept.result(), why))
              .orElseGet(() -> step.done(kept.result())));
    }
    return value;
  }

  /** Refuses a type that can't be kept: after the effect it would be too late. */
  private void checkKept(Step step, StepPolicy<?> policy) {
    boolean isNeeded = policy.type() != Nothing.class && !(policy instanceof StepPolicy.ByLookup);
    Optional<String> why = isNeeded ? serializer.whyNeverKept(policy.type()) : Optional.empty();
    if (why.isPresent()) {
      throw notes.stop(
          Reason.CONTRADICTED,
          "Step %s was not begun: its result type %s can't be kept. %s"
              .formatted(step.name(), policy.type().getName(), why.get()));
    }
  }

  private <T> T remembered(Step step, StepPolicy<T> policy) throws Exception {
    if (policy.type() == Nothing.class) {
      return policy.type().cast(Nothing.NOTHING);
    }
    return step.result() instanceof StoredResult.Text(String text)
        ? read(step, text, policy.type())
        : lookedUp(step, policy);
  }

  private <T> T read(Step step, String text, Class<T> type) {
    try {
      return serializer.deserialize(text, type);
    } catch (Exception e) {
      throw notes.stop(
          Reason.CONTRADICTED,
          "The result of step %s can't be read as %s (%s). Deploy code that can read it"
              .formatted(step.name(), type.getName(), StoredValues.problem(e)));
    }
  }

  private <T> T lookedUp(Step step, StepPolicy<T> policy) throws Exception {
    if (policy instanceof StepPolicy.ByLookup<T> ask
        && ask.lookup().find(providerKey(step)) instanceof LookupResult.Done<T>(T value)) {
      return value;
    }
    throw hold(
        "Step %s is done, but its result was not kept%s"
            .formatted(step.name(), step.why().map(why -> ": " + why).orElse("")));
  }

  @Override
  public void decide(String name, String why) {
    notes.checkGoesOn();
    Step step = order.next(name);
    if (order.isNew(step)) {
      notes.note(step.begun(notes.now()).failed(new ErrorSummary(why)));
    }
    order.ended();
  }

  @Override
  public Optional<Step> noted(String name) {
    return notes.mine().step(name);
  }

  @Override
  public int attempt() {
    return notes.mine().attempt();
  }

  @Override
  public Duration age(String name) {
    return noted(name)
        .map(
            step ->
                step.begunAt()
                    .map(at -> Duration.between(at, notes.now()))
                    .orElse(ChronoUnit.FOREVER.getDuration()))
        .orElse(Duration.ZERO);
  }

  @Override
  public void reserve(String name) {
    notes.reserve(Step.checkedName(name));
  }

  @Override
  public AttemptAbortedError hold(String why) {
    return notes.stop(Reason.HELD, why);
  }

  private String providerKey(Step step) {
    return notes.mine().id().providerKey(step.name());
  }

  private static ErrorSummary why(Step step) {
    return step.why().orElse(new ErrorSummary("No reason was noted"));
  }
}
