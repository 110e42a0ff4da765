package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.history.Plan;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.Hosts;
import dev.effectivelyonce.simulation.lambda.Invocation;
import dev.effectivelyonce.simulation.queue.Received;
import dev.effectivelyonce.simulation.queue.SimulatedSqs;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.sqs.SqsVisibility;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The processes of a function on a queue, and what is asked of its answers. */
abstract class QueueHosts implements Hosts {
  final HistoryContext basis;
  private final String name;
  private final Map<String, Invocation> byReceipt = new HashMap<>();

  QueueHosts(HistoryContext basis, String name) {
    this.basis = basis;
    this.name = name;
  }

  @Override
  public final SimulatedProcess process() {
    return basis.process(name);
  }

  /** The real consumer of a process, without what its kind of host gives it. */
  final SqsConsumerBuilder<Event> consumer(
      Plan plan, MessageIdentity<Event> identity, SimulatedProcess process, SimulatedSqs sqs) {
    return ConsumerParts.set(SqsConsumer.of(identity), plan, basis.platform(process))
        .maxReceiveCount(plan.maxReceives())
        .visibility(new SqsVisibility(() -> sqs, process.clock()));
  }

  @Override
  public final void began(SimulatedProcess process, Invocation invocation) {
    for (Received message : invocation.batch()) {
      byReceipt.put(at(process, message.receipt()), invocation);
    }
  }

  /** The invocation of which a delivery is. */
  final Invocation invocation(SimulatedProcess process, Delivery delivery) {
    String receipt = delivery.message().receiptHandle().orElseThrow();
    return Objects.requireNonNull(byReceipt.get(at(process, receipt)));
  }

  /** Two processes may have one batch, each in an invocation of its own. */
  private static String at(SimulatedProcess process, String receipt) {
    return process.name() + " " + receipt;
  }

  @Override
  public final void acknowledged(Invocation invocation, Received message) {
    basis.findings.check(
        Event.of(message.body()).filter(it -> isDone(it, invocation, message)).isPresent(),
        Invariant.ACKNOWLEDGED_IS_COMPLETED,
        invocation.id(),
        "acknowledges",
        message.body());
  }

  /** Whether an event was completed when its invocation said so. */
  abstract boolean isDone(Event event, Invocation invocation, Received message);
}
