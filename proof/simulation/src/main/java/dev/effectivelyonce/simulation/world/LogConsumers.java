package dev.effectivelyonce.simulation.world;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.Parking;
import dev.effectivelyonce.simulation.history.LogPlan;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.log.LogHosts;
import dev.effectivelyonce.simulation.log.LogRecord;
import dev.effectivelyonce.simulation.log.LogRun;
import dev.effectivelyonce.simulation.queue.SimulatedMessage.Draft;
import dev.effectivelyonce.simulation.queue.SimulatedSqs;
import dev.effectivelyonce.sqs.SqsParking;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The processes of a consumer of a log. What they park is in the queue of dead letters. */
record LogConsumers(
    HistoryContext basis,
    LogPlan log,
    Positions positions,
    ParkedRecords parked,
    ConsumerParts parts,
    LaneOrder order)
    implements LogHosts {
  LogConsumers(HistoryContext basis, LogPlan log, Positions positions, ParkedRecords parked) {
    this(basis, log, positions, parked, new ConsumerParts(basis), new LaneOrder(basis, log));
  }

  @Override
  public SimulatedProcess process() {
    return basis.process("env");
  }

  @Override
  public RequestStreamHandler start(SimulatedProcess process) {
    EventHandler handler =
        basis.outage.around(new SimulatedHandler(basis, process, Optional.empty()));
    return new LogWiring(
            log,
            Event.codec(basis.outage::reading),
            basis.platform(process),
            parts.store(process),
            (message, deadline) -> park(process, message, deadline),
            parts.observer(process),
            (event, attempt, place) -> {
              LogRun run = LogRun.current();
              LogRecord record = run.at(place).orElseThrow();
              return handler.handle(
                  event,
                  new EventDelivery(attempt, run.deadline(), () -> order.effect(run, record)));
            })
        .function(basis.plan, basis.parts.source());
  }

  /** By the real parking, over a client of its own, so that what arrives late is known by it. */
  private void park(SimulatedProcess process, ParkedMessage message, Instant deadline) {
    ParkedRecords.Put put = parked.puts(LogRun.current(), message);
    SimulatedSqs sqs =
        basis.sqs(
            process,
            new SimulatedSqs.Observer() {
              @Override
              public void sent(Draft draft) {
                parked.arrived(put, draft);
              }
            });
    Parking queue =
        new SqsParking(
            () -> sqs, process.clock(), basis.deadLetters.name(), SqsParking.MAX_MESSAGE_BYTES);
    try {
      queue.put(message, deadline);
    } catch (RuntimeException e) {
      parked.notAnswered(put);
      throw e;
    }
    parked.answered(put);
  }

  @Override
  public void passed(LogRun run, List<LogRecord> records) {
    for (LogRecord record : records) {
      positions.passed(run, record, event -> parts.doneSince(event, run.began(), record.at()));
    }
  }

  @Override
  public void givenUp(List<LogRecord> records) {
    records.forEach(positions::givenUp);
  }

  @Override
  public void rewound(List<LogRecord> records) {
    records.forEach(parked::comesAgain);
  }
}
