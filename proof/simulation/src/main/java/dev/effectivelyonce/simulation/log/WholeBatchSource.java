package dev.effectivelyonce.simulation.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lambda on a quorum queue of RabbitMQ: one batch at a time. All of it is acknowledged, or all of
 * it comes back, and is dead-lettered by the delivery limit of the queue.
 */
final class WholeBatchSource extends Source {
  private final Partition queue;
  private final List<LogRecord> ready = new ArrayList<>();
  private final Pauses pauses = new Pauses();
  private final Map<LogRecord, Integer> returned = new HashMap<>();
  private Optional<LogRun> current = Optional.empty();
  private boolean isAwake;
  private int written;
  private int underWay;

  WholeBatchSource(Setting setting) {
    super(setting);
    this.queue = new Partition(wire.partition(0), batchSize);
  }

  @Override
  public void add(String key, String body) {
    LogRecord record = new LogRecord(queue.name(), written++, key, body, stage.scheduler().now());
    stage.trace().line(record.place(), "has", body);
    ready.add(record);
    wake(Pauses.POLL);
  }

  @Override
  public List<LogRecord> left() {
    List<LogRecord> left = new ArrayList<>(ready);
    current.ifPresent(it -> left.addAll(it.records(queue.name())));
    return left;
  }

  @Override
  public boolean isIdle() {
    return ready.isEmpty() && current.isEmpty() && underWay == 0;
  }

  /** The connection is lost, and the broker returns what was not acknowledged. */
  @Override
  public void rebalance() {
    stage.trace().line("rabbitmq", "loses its connection");
    queue.generation++;
    current.ifPresent(this::comesBack);
  }

  @Override
  public void rewind() {
    // What was acknowledged is gone.
  }

  private void wake(Duration after) {
    if (!isAwake && current.isEmpty() && !ready.isEmpty()) {
      isAwake = true;
      after(after, this::invoke);
    }
  }

  private void invoke() {
    isAwake = false;
    List<LogRecord> batch = List.copyOf(ready.subList(0, Math.min(ready.size(), batchSize)));
    ready.removeAll(batch);
    invoke(
        Map.of(queue, batch),
        run -> {
          current = Optional.of(run);
          underWay++;
        });
  }

  @Override
  void ended(LogRun run, Optional<String> answer) {
    underWay--;
    if (!run.holds(queue)) {
      stage.trace().line("lambda", run.id(), "acknowledges nothing");
      committedNothing();
    } else if (answer.isPresent()) {
      stage.trace().line("lambda", run.id(), "is acknowledged");
      hosts.passed(run, run.records(queue.name()));
      run.carriesOut(queue, stage.scheduler().now());
      over(pauses.done());
    } else {
      comesBack(run);
    }
  }

  private void over(Duration next) {
    current = Optional.empty();
    wake(next);
  }

  /** At the head of the queue, or behind what is there. */
  private void comesBack(LogRun run) {
    List<LogRecord> kept = new ArrayList<>();
    for (LogRecord record : run.records(queue.name())) {
      if (returned.merge(record, 1, Integer::sum) > log.retries().orElseThrow()) {
        stage.trace().line("rabbitmq", "gives up", record.place());
        hosts.givenUp(List.of(record));
      } else {
        kept.add(record);
      }
    }
    ready.addAll(stage.faults().pick(2) == 0 ? 0 : ready.size(), kept);
    over(pauses.again());
  }
}
