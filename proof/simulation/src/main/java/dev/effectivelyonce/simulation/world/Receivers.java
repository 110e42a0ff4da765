package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.outbox.OutboxLimits;
import dev.effectivelyonce.simulation.check.Attempt;
import dev.effectivelyonce.simulation.check.Effects;
import dev.effectivelyonce.simulation.check.Messages;
import dev.effectivelyonce.simulation.check.Records;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.OutboxPlan.ToldBy;
import dev.effectivelyonce.simulation.history.Plan;
import dev.effectivelyonce.simulation.history.Plan.QueueKind;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.BatchFunction;
import dev.effectivelyonce.simulation.lambda.EventSource;
import dev.effectivelyonce.simulation.lambda.Invocation;
import dev.effectivelyonce.simulation.queue.Received;
import dev.effectivelyonce.simulation.queue.SimulatedQueue;
import dev.effectivelyonce.simulation.queue.SimulatedSqs;
import dev.effectivelyonce.simulation.store.SimulatedStore;
import dev.effectivelyonce.simulation.store.Table;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.MessageKey;
import java.time.Duration;
import java.util.Optional;

/**
 * The function that receives what is sent on, with records of its own: it tells messages apart by
 * the business key in them, or by their ids.
 */
final class Receivers extends QueueHosts {
  private final SimulatedQueue queue;
  private final Messages messages;
  private final ToldBy toldBy;
  private final Plan plan;
  private final Records records;
  private final Table table;
  private final Effects effects;
  private final EventSource lambda;

  Receivers(HistoryContext basis, SimulatedQueue queue, Messages messages, ToldBy toldBy) {
    super(basis, "receiver");
    this.queue = queue;
    this.messages = messages;
    this.toldBy = toldBy;
    this.plan = basis.plan.ofReceiver(queue.isFifo() ? QueueKind.FIFO : QueueKind.STANDARD);
    this.records = new Records(plan, basis.stage);
    this.table = basis.table(plan, records);
    this.effects = new Effects(records, table.records()::find);
    this.lambda = new EventSource(plan, basis.stage, queue, this);
  }

  boolean isResting() {
    return queue.isEmpty() && lambda.isIdle();
  }

  @Override
  public BatchFunction start(SimulatedProcess process) {
    SimulatedSqs sqs =
        new SimulatedSqs(
            process,
            basis.network,
            new SimulatedSqs.Queues(queue, queue, plan.visibility(), basis::messageId),
            SimulatedSqs.Observer.NONE);
    return consumer(plan, Event.received(key()), process, sqs)
            .store(new SimulatedStore(process, table))
            .observer(
                transition ->
                    basis.trace.line(process.name(), transition.kind(), "by", transition.owner()))
            .handler((event, delivery) -> handle(event, delivery, process))
            .build()
        ::handle;
  }

  private MessageKey<Event> key() {
    return switch (toldBy) {
      case BUSINESS_KEY -> MessageKey.of(Event::key);
      case ID -> MessageKey.attribute(OutboxLimits.ID_ATTRIBUTE);
    };
  }

  private RecordId record(Event event) {
    return Event.received(messages.told(event.body()));
  }

  private HandlerResult handle(Event event, Delivery delivery, SimulatedProcess process)
      throws InterruptedException {
    Attempt attempt =
        effects.began(
            delivery.attempt(), Event.ANY, process, invocation(process, delivery).deadline());
    basis.scheduler.sleep(basis.faults.pick(Duration.ZERO, Duration.ofMillis(3)));
    if (basis.faults.happens(Fault.HANDLER_RETRIES)) {
      effects.returned(attempt, Optional.empty());
      return HandlerResult.retry("simulated");
    }
    String value = "received by " + delivery.attempt().owner();
    effects.returned(attempt, Optional.of(value));
    return table.effects().commit(() -> received(event, attempt), value);
  }

  private void received(Event event, Attempt attempt) {
    basis.trace.line("receiver", "EFFECT of", event.body());
    effects.committed(attempt);
    messages.received(event.body());
  }

  @Override
  boolean isDone(Event event, Invocation invocation, Received message) {
    return records.past().wasCompleted(record(event), Event.ANY, invocation.began());
  }
}
