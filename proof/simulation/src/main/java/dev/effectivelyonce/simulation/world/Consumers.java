package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.window.WindowBounds;
import dev.effectivelyonce.core.window.WindowStore;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.BatchFunction;
import dev.effectivelyonce.simulation.lambda.Hosts;
import dev.effectivelyonce.simulation.lambda.Invocation;
import dev.effectivelyonce.simulation.queue.Received;
import dev.effectivelyonce.simulation.queue.SimulatedSqs;
import dev.effectivelyonce.sqs.SqsVisibility;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The consumer's processes, and what is asked of their answers. */
final class Consumers implements Hosts {
  /** How many claims a window answered, for the counts. */
  private static final String WINDOW_HIT = "window: answered";

  private static final Duration CLOCKS_STEP = Duration.ofSeconds(2);
  private static final int ENTRIES = 3;
  private static final long RESULT_BYTES = 1_000;

  private final HistoryContext basis;
  private final Map<String, Invocation> byReceipt = new HashMap<>();
  private final Order order;
  private final Optional<SimulatedOutbox> sending;

  Consumers(HistoryContext basis, Optional<SimulatedOutbox> sending) {
    this.basis = basis;
    this.sending = sending;
    this.order = new Order(basis);
  }

  @Override
  public SimulatedProcess process() {
    return basis.process("env");
  }

  @Override
  public BatchFunction start(SimulatedProcess process) {
    SimulatedSqs sqs = basis.sqs(process, SimulatedSqs.Observer.NONE);
    return basis.parts.function(
        basis.plan,
        new CodeUnderTest.Wiring(
            Event.identity(basis.plan, basis.outage::reading),
            basis.platform(process),
            store(process),
            new SqsVisibility(() -> sqs, process.clock()),
            transition -> observed(process, transition),
            basis.outage.around(
                new SimulatedHandler(
                    basis, process, receipt -> invocation(process, receipt), order, sending))));
  }

  private IdempotencyStore store(SimulatedProcess process) {
    IdempotencyStore store = basis.store(process);
    return basis
        .plan
        .window()
        .map(age -> new WindowBounds(age, ENTRIES, RESULT_BYTES))
        .<IdempotencyStore>map(
            bounds -> WindowStore.around(store, bounds, process.clock()).observedBy(hits(process)))
        .orElse(store);
  }

  private TransitionObserver hits(SimulatedProcess process) {
    return new TransitionObserver() {
      @Override
      public void observe(Transition transition) {
        // The consumer's own observer is told.
      }

      @Override
      public void windowHit(RecordId record, Instant at) {
        basis.counts.add(WINDOW_HIT, 1);
        basis.trace.line(process.name(), "remembers", basis.table.name(record));
        basis.findings.check(
            basis.records.past().wasCompleted(record, basis.now().minus(remembered())),
            Invariant.WINDOW_IS_SHORT,
            process.name(),
            "remembers what is not done:",
            basis.table.name(record));
      }
    };
  }

  /** For how long a process may take for done what is not any more. */
  private Duration remembered() {
    return basis.plan.window().map(age -> age.plus(CLOCKS_STEP)).orElse(Duration.ZERO);
  }

  private Invocation invocation(SimulatedProcess process, String receipt) {
    return Objects.requireNonNull(byReceipt.get(at(process, receipt)));
  }

  /** Two processes may have one batch, each in an invocation of its own. */
  static String at(SimulatedProcess process, String receipt) {
    return process.name() + " " + receipt;
  }

  private void observed(SimulatedProcess process, Transition transition) {
    basis.counts.add(transition.kind());
    basis.trace.line(
        process.name(),
        transition.kind(),
        basis.table.name(transition.id()),
        "by",
        transition.owner());
    if (transition.kind() == Transition.Kind.SUPERSEDED
        && !basis.records.past().isForgotten(transition.id())) {
      basis
          .table
          .records()
          .find(transition.id())
          .filter(it -> it.isOwnedBy(transition.owner()) && it.status() == Status.INPROGRESS)
          .ifPresent(
              mine ->
                  basis.findings.violated(
                      Invariant.SUPERSEDED_HAS_LOST_IT, transition.owner(), "holds", mine.id()));
    }
  }

  @Override
  public void began(SimulatedProcess process, Invocation invocation) {
    for (Received message : invocation.batch()) {
      byReceipt.put(at(process, message.receipt()), invocation);
    }
  }

  @Override
  public void acknowledged(Invocation invocation, String body) {
    boolean isCompleted =
        Event.of(body)
            .filter(
                event ->
                    basis
                        .records
                        .past()
                        .wasCompleted(
                            event.id(),
                            event.fingerprint(),
                            invocation.began().minus(remembered())))
            .isPresent();
    basis.findings.check(
        isCompleted, Invariant.ACKNOWLEDGED_IS_COMPLETED, invocation.id(), "acknowledges", body);
  }

  @Override
  public void misnamed(Invocation invocation, String answer) {
    basis.findings.violated(Invariant.ANSWER_NAMES_THE_BATCH, invocation.id(), "answers", answer);
  }
}
