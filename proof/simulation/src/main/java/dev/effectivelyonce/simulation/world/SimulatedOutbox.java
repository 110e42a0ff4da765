package dev.effectivelyonce.simulation.world;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import dev.effectivelyonce.outbox.Destination;
import dev.effectivelyonce.outbox.OutboxClients;
import dev.effectivelyonce.outbox.OutboxPublisher;
import dev.effectivelyonce.outbox.OutboxSettings;
import dev.effectivelyonce.simulation.check.Copy;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.check.Messages;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.LogPlan;
import dev.effectivelyonce.simulation.history.OutboxPlan;
import dev.effectivelyonce.simulation.history.Plan.Hosting;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.ProcessTrouble;
import dev.effectivelyonce.simulation.log.LogHosts;
import dev.effectivelyonce.simulation.log.LogRecord;
import dev.effectivelyonce.simulation.log.LogRun;
import dev.effectivelyonce.simulation.log.Source;
import dev.effectivelyonce.simulation.log.Wire;
import dev.effectivelyonce.simulation.outbox.Caller;
import dev.effectivelyonce.simulation.outbox.Outage;
import dev.effectivelyonce.simulation.outbox.OutboxTable;
import dev.effectivelyonce.simulation.outbox.SimulatedDynamoDb;
import dev.effectivelyonce.simulation.outbox.SimulatedSender;
import dev.effectivelyonce.simulation.queue.SimulatedQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;

/** The outbox of a history: its table and stream, the real publisher, and who receives. */
final class SimulatedOutbox implements LogHosts {
  private static final String FIRST = "receiver";
  private static final String SECOND = "other";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final List<Duration> STALLS =
      List.of(Duration.ofMillis(800), Duration.ofSeconds(7), Duration.ofSeconds(40));

  final OutboxPlan plan;
  final Messages messages;
  private final HistoryContext basis;
  private final OutboxTable table = new OutboxTable();
  private final Map<String, Target> targets = new TreeMap<>();
  private final Source stream;

  /** A destination: its queue, when it fails, and who receives. */
  private record Target(SimulatedQueue queue, Outage outage, Receivers receivers) {}

  SimulatedOutbox(HistoryContext basis) {
    this.basis = basis;
    this.plan = OutboxPlan.of(basis.faults::pick);
    basis.faults.draw(Fault.Kind.OUTBOX);
    basis.trace.line("outbox", plan);
    this.messages = new Messages(plan, basis.records);
    addTarget(FIRST);
    if (plan.second() != OutboxPlan.Second.ABSENT) {
      addTarget(SECOND);
    }
    this.stream =
        Source.of(
            new Source.Setting(
                basis.plan.hosting(),
                plan.batchSize(),
                TIMEOUT,
                LogPlan.ofTable(plan.shards()),
                Wire.TABLE,
                new ProcessTrouble(basis.stage, ProcessTrouble.STEPS_OF_AN_INVOCATION, STALLS),
                this));
  }

  private void addTarget(String name) {
    SimulatedQueue queue = basis.queue(name, plan.destination(), Optional.empty());
    targets.put(
        name,
        new Target(
            queue,
            new Outage(basis.faults, basis.scheduler::now),
            new Receivers(basis, queue, messages, plan.toldBy())));
  }

  /** The writes of an event's messages, as its handler makes them. */
  Runnable writing(Event event, Attempt attempt, SimulatedProcess process) {
    Map<String, Map<String, AttributeValue>> items = new LinkedHashMap<>();
    items.put(event.key(), item(event, "done", attempt, process));
    if (plan.messages() > 1) {
      Event more = new Event(event.key() + "+", event.payload());
      Map<String, AttributeValue> second = item(more, "told", attempt, process);
      Map<String, AttributeValue> first = Objects.requireNonNull(items.get(event.key()));
      items.put(more.key(), plan.lanes() == 0 ? second : OutboxItem.behind(first, second));
    }
    return () -> committed(event.id(), items);
  }

  private Map<String, AttributeValue> item(
      Event event, String name, Attempt attempt, SimulatedProcess process) {
    int hash = attempt.id().value().hashCode();
    String destination = targets.size() > 1 && hash / 5 % 2 == 0 ? SECOND : FIRST;
    OutgoingMessage outgoing =
        OutgoingMessage.to(destination, name, event.body() + " by " + attempt.owner().value());
    OutgoingMessage ordered =
        plan.lanes() == 0
            ? outgoing
            : outgoing.orderedBy("lane-" + Math.floorMod(hash, plan.lanes()));
    Outbox outbox = new Outbox(OutboxTable.NAME, process.clock());
    return Put.builder().applyMutation(outbox.message(attempt, ordered)).build().item();
  }

  /**
   * The stream has no order between those of one commit. Until all are to be seen, the commit is
   * not over.
   */
  private void committed(RecordId record, Map<String, Map<String, AttributeValue>> byEvent) {
    Map<Messages.Sender, Map<String, AttributeValue>> items = new LinkedHashMap<>();
    byEvent.forEach((event, item) -> items.put(messages.sender(event, record), item));
    List<Map.Entry<Messages.Sender, Map<String, AttributeValue>>> told =
        new ArrayList<>(items.entrySet());
    if (told.size() > 1 && basis.faults.pick(2) == 1) {
      Collections.reverse(told);
    }
    if (told.size() > 1
        && plan.mayTear()
        && basis.plan.excludes()
        && basis.faults.happens(Fault.COMMIT_TORN)) {
      put(told.getFirst());
      basis.scheduler.after(
          basis.faults.pick(Duration.ofMillis(30), Duration.ofSeconds(3)),
          () -> put(told.getLast()));
    } else {
      items.forEach((sender, item) -> messages.committed(sender, OutboxItem.message(item)));
      told.forEach(it -> tell(it.getValue()));
    }
  }

  private void put(Map.Entry<Messages.Sender, Map<String, AttributeValue>> item) {
    messages.committed(item.getKey(), OutboxItem.message(item.getValue()));
    tell(item.getValue());
  }

  private void tell(Map<String, AttributeValue> item) {
    OutboxMessage message = OutboxItem.message(item);
    boolean isNew = table.put(item);
    if (basis.faults.happens(Fault.STREAM_LOSES)) {
      lost(message.id());
    } else if (isNew) {
      stream.add(message.lane(), message.id());
    }
  }

  @Override
  public SimulatedProcess process() {
    return basis.process("publisher");
  }

  @Override
  public RequestStreamHandler start(SimulatedProcess process) {
    return new OutboxPublisher(
        settings(),
        clients(
            process,
            copy -> messages.published(copy, process.clock().instant().minus(plan.sweptAfter()))),
        process.clock(),
        report -> {});
  }

  OutboxSettings settings() {
    Map<String, Destination> destinations = new TreeMap<>();
    targets.forEach((name, it) -> destinations.put(name, new Destination.Queue(it.queue().name())));
    return new OutboxSettings(OutboxTable.NAME, destinations, plan.sweptAfter());
  }

  /**
   * What a publisher or sweeper has in its process.
   *
   * @param arrived is told what the queue gets from it
   */
  OutboxClients clients(SimulatedProcess process, Consumer<Copy> arrived) {
    Caller caller = new Caller(process, basis.network);
    // Of managed instances many invocations in one process may send at once.
    boolean remembers = basis.plan.hosting() == Hosting.ON_DEMAND;
    SimulatedSender.Judge judge =
        new SimulatedSender.Judge(messages, arrived, remembers, new HashSet<>());
    Map<String, SimulatedSender.Door> doors = new TreeMap<>();
    targets
        .values()
        .forEach(
            it -> doors.put(it.queue().name(), new SimulatedSender.Door(it.queue(), it.outage())));
    return new OutboxClients(
        new SimulatedDynamoDb(caller, table, basis.faults),
        () -> new SimulatedSender(caller, doors, basis.faults, basis::messageId, judge),
        () -> {
          throw new IllegalStateException("No history has an event bus");
        });
  }

  @Override
  public void passed(LogRun run, List<LogRecord> records) {}

  @Override
  public void givenUp(List<LogRecord> records) {
    records.forEach(it -> lost(it.body()));
  }

  @Override
  public void rewound(List<LogRecord> records) {}

  private void lost(String id) {
    basis.trace.line("stream", "never tells of", id);
    messages.lost(id);
  }

  /** Whether a message waits that no record of the stream tells of any more. */
  boolean hasLeft() {
    return !table.waiting().isEmpty();
  }

  /** When all else is well, one destination may still be away. */
  void calm() {
    if (plan.second() == OutboxPlan.Second.STAYS_AWAY) {
      Objects.requireNonNull(targets.get(SECOND)).outage().stays();
    }
  }

  /** Whether a message waits in a lane where none is for the destination that is away. */
  boolean keepsOthers() {
    return table.lanes().stream()
        .map(
            lane ->
                lane.stream().map(it -> OutboxItem.message(it).outgoing().destination()).toList())
        .anyMatch(
            names ->
                !names.isEmpty()
                    && (plan.second() != OutboxPlan.Second.STAYS_AWAY || !names.contains(SECOND)));
  }

  /** The destination that was away is back; others should not have waited for it. */
  void back() {
    basis.findings.check(
        !keepsOthers(), Invariant.OTHERS_GO_ON, "in the outbox are left", table.waiting());
    targets.values().forEach(it -> it.outage().ends());
  }

  boolean isResting() {
    return stream.isIdle() && targets.values().stream().allMatch(it -> it.receivers().isResting());
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
