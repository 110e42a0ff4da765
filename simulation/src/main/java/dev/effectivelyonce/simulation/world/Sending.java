package dev.effectivelyonce.simulation.world;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
import dev.effectivelyonce.dynamodb.outbox.Outgoing;
import dev.effectivelyonce.outbox.Destination;
import dev.effectivelyonce.outbox.OutboxClients;
import dev.effectivelyonce.outbox.OutboxPublisher;
import dev.effectivelyonce.outbox.OutboxSettings;
import dev.effectivelyonce.simulation.check.Copy;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.check.Messages;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.OutboxPlan;
import dev.effectivelyonce.simulation.history.Plan.QueueKind;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.StreamHosts;
import dev.effectivelyonce.simulation.lambda.StreamRecord;
import dev.effectivelyonce.simulation.lambda.StreamSource;
import dev.effectivelyonce.simulation.outbox.Caller;
import dev.effectivelyonce.simulation.outbox.OutboxTable;
import dev.effectivelyonce.simulation.outbox.SimulatedDynamoDb;
import dev.effectivelyonce.simulation.outbox.SimulatedSender;
import dev.effectivelyonce.simulation.queue.SimulatedQueue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;

/** The outbox of a history: its table and stream, the real publisher, and who receives. */
final class Sending implements StreamHosts {
  private static final String DESTINATION = "receiver";

  final OutboxPlan plan;
  final Messages messages;
  private final Basis basis;
  private final OutboxTable table = new OutboxTable();
  private final SimulatedQueue queue;
  private final List<StreamSource> shards;
  private final Receivers receivers;
  private int records;

  Sending(Basis basis) {
    this.basis = basis;
    this.plan = OutboxPlan.of(basis.faults::pick);
    basis.faults.drawOfOutbox();
    basis.trace.line("outbox", plan);
    this.messages = new Messages(plan, basis.records, basis.findings, basis.counts);
    String ending = plan.destination() == QueueKind.FIFO ? ".fifo" : "";
    this.queue =
        new SimulatedQueue(
            "sent" + ending, basis.faults, basis.trace, basis.scheduler::now, Optional.empty());
    this.receivers = new Receivers(basis, queue, messages, plan.toldBy());
    this.shards = IntStream.range(0, plan.shards()).mapToObj(this::shard).toList();
  }

  private StreamSource shard(int number) {
    return new StreamSource(
        new StreamSource.Settings("shard-" + number, basis.plan.hosting(), plan.batchSize()),
        basis.scheduler,
        basis.faults,
        basis.trace,
        this);
  }

  /** The write of an event's message, as its handler makes it. */
  Runnable writing(Event event, Attempt attempt, SimulatedProcess process) {
    Map<String, AttributeValue> item = item(event, attempt, process);
    return () -> committed(event, item);
  }

  private Map<String, AttributeValue> item(Event event, Attempt attempt, SimulatedProcess process) {
    Outgoing outgoing =
        Outgoing.to(DESTINATION, "done", event.body() + " by " + attempt.owner().value());
    Outgoing ordered =
        plan.lanes() == 0
            ? outgoing
            : outgoing.orderedBy("lane-" + Math.floorMod(event.key().hashCode(), plan.lanes()));
    Outbox outbox = new Outbox(OutboxTable.NAME, process.clock());
    return Put.builder().applyMutation(outbox.message(attempt, ordered)).build().item();
  }

  private void committed(Event event, Map<String, AttributeValue> item) {
    OutboxMessage message = OutboxMessage.of(item);
    messages.committed(event.key(), event.id(), message);
    boolean isNew = table.put(item);
    StreamRecord told = record(message, isNew ? "INSERT" : "MODIFY");
    if (basis.faults.happens(Fault.STREAM_LOSES)) {
      givenUp(told);
    } else if (isNew) {
      shards.get(Math.floorMod(message.lane().hashCode(), shards.size())).add(told);
    }
  }

  private StreamRecord record(OutboxMessage message, String kind) {
    String sequence = "s" + ++records;
    String json =
        """
        {"eventName":"%s","dynamodb":{"SequenceNumber":"%s",\
        "Keys":{"lane":{"S":"%s"},"id":{"S":"%s"}}}}\
        """
            .formatted(kind, sequence, message.lane(), message.id());
    return new StreamRecord(sequence, message.id(), json);
  }

  @Override
  public SimulatedProcess process() {
    return basis.process("publisher");
  }

  @Override
  public RequestStreamHandler start(SimulatedProcess process) {
    return new OutboxPublisher(
        settings(), clients(process, messages::published), process.clock(), report -> {});
  }

  OutboxSettings settings() {
    return new OutboxSettings(
        OutboxTable.NAME,
        Map.of(DESTINATION, new Destination.Queue(queue.name())),
        plan.sweptAfter());
  }

  /**
   * What a publisher or sweeper has in its process.
   *
   * @param arrived is told what the queue gets from it
   */
  OutboxClients clients(SimulatedProcess process, Consumer<Copy> arrived) {
    Caller caller = new Caller(process, basis.network, basis.scheduler::now);
    return new OutboxClients(
        new SimulatedDynamoDb(caller, table, basis.faults),
        () -> new SimulatedSender(caller, queue, basis.faults, basis::messageId, judge(arrived)),
        () -> {
          throw new IllegalStateException("No history has an event bus");
        });
  }

  private SimulatedSender.Judge judge(Consumer<Copy> arrived) {
    return new SimulatedSender.Judge() {
      @Override
      public void arrived(Copy copy) {
        arrived.accept(copy);
      }

      @Override
      public void refused(String id) {
        messages.refused(id);
      }
    };
  }

  @Override
  public void givenUp(StreamRecord record) {
    basis.trace.line("stream", "never tells of", record.id());
    messages.lost(record.id());
  }

  @Override
  public void misnamed(String answer) {
    basis.findings.violated(Invariant.ANSWER_NAMES_THE_BATCH, "a publisher answers", answer);
  }

  /** Whether a message waits that no record of the stream tells of any more. */
  boolean hasLeft() {
    return !table.waiting().isEmpty();
  }

  boolean isResting() {
    return shards.stream().allMatch(StreamSource::isIdle) && receivers.isResting();
  }

  /**
   * What must be true when all is over.
   *
   * @param isLong whether records have expired meanwhile
   */
  void ended(boolean isLong) {
    basis.findings.check(
        !hasLeft(), Invariant.EVERYTHING_SENT_ON, "in the outbox are left", table.waiting());
    messages.ended(isLong ? Integer.MAX_VALUE : 1);
  }
}
