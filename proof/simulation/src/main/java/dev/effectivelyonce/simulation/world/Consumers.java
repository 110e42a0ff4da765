package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.BatchFunction;
import dev.effectivelyonce.simulation.lambda.Invocation;
import dev.effectivelyonce.simulation.queue.Received;
import dev.effectivelyonce.simulation.queue.SimulatedSqs;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.SqsConsumer;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The consumer's processes, and what is asked of their answers. */
final class Consumers extends QueueHosts {
  private final ConsumerParts parts;
  private final Order order;
  private final Optional<SimulatedOutbox> sending;
  private final Set<SimulatedProcess> stopping = new HashSet<>();

  /** The first message whose handler ended after a stop, by its batch and message group. */
  private final Map<String, String> endedInLane = new HashMap<>();

  Consumers(HistoryContext basis, Optional<SimulatedOutbox> sending) {
    super(basis, "env");
    this.parts = new ConsumerParts(basis);
    this.sending = sending;
    this.order = new Order(basis);
  }

  @Override
  public BatchFunction start(SimulatedProcess process) {
    return consumer(process, basis.sqs(process, SimulatedSqs.Observer.NONE))::handle;
  }

  /** The real consumer of a process. */
  SqsConsumer<Event> consumer(SimulatedProcess process, SimulatedSqs sqs) {
    return consumer(basis.plan, Event.identity(basis.plan, basis.outage::reading), process, sqs)
        .store(parts.store(process))
        .observer(parts.observer(process))
        .handler(handler(process))
        .build();
  }

  /** The records that a process has completed, as it was told. */
  Set<RecordId> executed(SimulatedProcess process) {
    return parts.executed(process);
  }

  private MessageHandler<Event> handler(SimulatedProcess process) {
    EventHandler handler = basis.outage.around(new SimulatedHandler(basis, process, sending));
    return (event, delivery) -> {
      String id = delivery.message().messageId().orElseThrow();
      Invocation invocation = invocation(process, delivery);
      basis.findings.check(
          invocation.deadline().isAfter(invocation.began()),
          Invariant.STOP_BEGINS_NOTHING,
          process.name(),
          "runs",
          id,
          ", which came after its stop");
      String lane = invocation.id() + delivery.message().messageGroup();
      basis.findings.check(
          endedInLane.getOrDefault(lane, id).equals(id),
          Invariant.STOP_BEGINS_NOTHING,
          process.name(),
          "runs",
          id,
          ", which waited for another when it was to stop");
      try {
        return handler.handle(
            event,
            new EventDelivery(
                delivery.attempt(), invocation.deadline(), () -> order.effect(invocation, id)));
      } finally {
        if (basis.source.isFifo() && stopping.contains(process)) {
          endedInLane.putIfAbsent(lane, id);
        }
      }
    };
  }

  /** A process begins nothing more. */
  void stops(SimulatedProcess process) {
    stopping.add(process);
  }

  @Override
  boolean isDone(Event event, Invocation invocation, Received message) {
    return basis.wasCompleted(
        event, parts.doneSince(event, invocation.began(), sent(invocation, message.body())));
  }

  private static Instant sent(Invocation invocation, String body) {
    return invocation.batch().stream()
        .filter(it -> it.body().equals(body))
        .map(Received::sentAt)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }
}
