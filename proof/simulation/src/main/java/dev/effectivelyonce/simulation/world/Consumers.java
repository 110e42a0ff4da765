package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.BatchFunction;
import dev.effectivelyonce.simulation.lambda.Hosts;
import dev.effectivelyonce.simulation.lambda.Invocation;
import dev.effectivelyonce.simulation.queue.Received;
import dev.effectivelyonce.simulation.queue.SimulatedSqs;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.SqsVisibility;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The consumer's processes, and what is asked of their answers. */
final class Consumers implements Hosts {
  private final HistoryContext basis;
  private final ConsumerParts parts;
  private final Map<String, Invocation> byReceipt = new HashMap<>();
  private final Order order;
  private final Optional<SimulatedOutbox> sending;

  Consumers(HistoryContext basis, Optional<SimulatedOutbox> sending) {
    this.basis = basis;
    this.parts = new ConsumerParts(basis);
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
            parts.store(process),
            new SqsVisibility(() -> sqs, process.clock()),
            parts.observer(process),
            handler(process)));
  }

  private MessageHandler<Event> handler(SimulatedProcess process) {
    EventHandler handler = basis.outage.around(new SimulatedHandler(basis, process, sending));
    return (event, delivery) -> {
      String receipt = delivery.message().receiptHandle().orElseThrow();
      String id = delivery.message().messageId().orElseThrow();
      Invocation invocation = invocation(process, receipt);
      return handler.handle(
          event,
          new EventDelivery(
              delivery.attempt(), invocation.deadline(), () -> order.effect(invocation, id)));
    };
  }

  private Invocation invocation(SimulatedProcess process, String receipt) {
    return Objects.requireNonNull(byReceipt.get(at(process, receipt)));
  }

  /** Two processes may have one batch, each in an invocation of its own. */
  static String at(SimulatedProcess process, String receipt) {
    return process.name() + " " + receipt;
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
                            parts.doneSince(event, invocation.began(), sent(invocation, body))))
            .isPresent();
    basis.findings.check(
        isCompleted, Invariant.ACKNOWLEDGED_IS_COMPLETED, invocation.id(), "acknowledges", body);
  }

  private static Instant sent(Invocation invocation, String body) {
    return invocation.batch().stream()
        .filter(it -> it.body().equals(body))
        .map(Received::sentAt)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  @Override
  public void misnamed(Invocation invocation, String answer) {
    basis.findings.violated(Invariant.ANSWER_NAMES_THE_BATCH, invocation.id(), "answers", answer);
  }
}
