package dev.effectivelyonce.simulation.log;

import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.log.Wire.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Lambda on a log: each partition in one invocation at a time, in order, and again from the first
 * record that failed, or in halves if the invocation did. At a rebalance invocations of before go
 * on beside those of after it.
 */
final class LogSource extends Source {
  private final List<Partition> partitions;
  private final Map<LogRun, Poller> underWay = new LinkedHashMap<>();
  private List<Poller> pollers = List.of();

  /** What polls some partitions. It has one invocation at a time. */
  private static final class Poller {
    final List<Partition> of = new ArrayList<>();
    boolean isBusy;
    boolean isRevoked;
    final Pauses pauses = new Pauses();
  }

  LogSource(Setting setting) {
    super(setting);
    this.partitions =
        IntStream.range(0, log.partitions())
            .mapToObj(it -> new Partition(wire.partition(it), batchSize))
            .toList();
    assign();
  }

  /** {@inheritDoc} Its key says to which partition. */
  @Override
  public void add(String key, String body) {
    Partition partition = partitions.get(Math.floorMod(key.hashCode(), partitions.size()));
    LogRecord record = partition.add(key, body, stage.scheduler().now());
    stage.trace().line(record.place(), "has", body);
    pollers.stream().filter(it -> it.of.contains(partition)).forEach(it -> wake(it, Pauses.POLL));
  }

  @Override
  public List<LogRecord> left() {
    return partitions.stream().flatMap(it -> it.left().stream()).toList();
  }

  @Override
  public boolean isIdle() {
    return underWay.isEmpty()
        && pollers.stream().noneMatch(it -> it.isBusy)
        && partitions.stream().allMatch(it -> it.left().isEmpty());
  }

  @Override
  public void rebalance() {
    stage.trace().line("lambda", "rebalances");
    pollers.forEach(it -> it.isRevoked = true);
    partitions.forEach(it -> it.generation++);
    assign();
    pollers.forEach(it -> wake(it, Pauses.POLL));
  }

  /** {@inheritDoc} For that the mapping stops and starts. */
  @Override
  public void rewind() {
    Partition partition = partitions.get(stage.faults().pick(partitions.size()));
    if (partition.committed > 0) {
      int offset = stage.faults().pick(partition.committed);
      List<LogRecord> again = List.copyOf(partition.all().subList(offset, partition.committed));
      stage.trace().line("operator", "sets back", partition.name(), "to", offset);
      hosts.rewound(again);
      partition.setBackTo(offset);
      rebalance();
    }
  }

  /** Of a stream each shard has a poller of its own. */
  private void assign() {
    int count = wire == Wire.KAFKA ? 1 + stage.faults().pick(partitions.size()) : partitions.size();
    pollers = IntStream.range(0, count).mapToObj(it -> new Poller()).toList();
    for (int i = 0; i < partitions.size(); i++) {
      pollers.get(i % count).of.add(partitions.get(i));
    }
  }

  private void wake(Poller poller, Duration after) {
    if (!poller.isBusy
        && !poller.isRevoked
        && poller.of.stream().anyMatch(it -> !it.left().isEmpty())) {
      poller.isBusy = true;
      after(after, () -> invoke(poller));
    }
  }

  private void invoke(Poller poller) {
    Map<Partition, List<LogRecord>> batch = poller.isRevoked ? Map.of() : batch(poller);
    if (batch.isEmpty()) {
      poller.isBusy = false;
      wake(poller, Pauses.POLL);
      return;
    }
    invoke(batch, run -> underWay.put(run, poller));
  }

  private Map<Partition, List<LogRecord>> batch(Poller poller) {
    Map<Partition, List<LogRecord>> batch = new LinkedHashMap<>();
    int room = batchSize;
    for (Partition partition : poller.of) {
      log.age().ifPresent(age -> giveUpOlder(partition, stage.scheduler().now().minus(age)));
      List<LogRecord> next = partition.next(room);
      if (!next.isEmpty()) {
        batch.put(partition, next);
        room -= next.size();
      }
    }
    return batch;
  }

  private void giveUpOlder(Partition partition, Instant oldest) {
    List<LogRecord> old =
        List.copyOf(partition.left()).stream().takeWhile(it -> it.at().isBefore(oldest)).toList();
    if (!old.isEmpty()) {
      giveUp(partition, old);
    }
  }

  private void giveUp(Partition partition, List<LogRecord> records) {
    stage.trace().line("lambda", "gives up", records.stream().map(LogRecord::place).toList());
    hosts.givenUp(records);
    partition.setBackTo(records.getLast().offset() + 1);
  }

  @Override
  void ended(LogRun run, Optional<String> answer) {
    Poller poller = underWay.remove(run);
    boolean isDone = answer.map(it -> carryOut(run, it)).orElseGet(() -> failed(run));
    if (poller != null) {
      poller.isBusy = false;
      wake(poller, isDone ? poller.pauses.done() : poller.pauses.again());
    }
  }

  private boolean failed(LogRun run) {
    run.batch()
        .forEach(
            (partition, records) -> {
              if (run.holds(partition)) {
                partition.failed(records.size(), log.bisects());
                if (partition.most < records.size()) {
                  stage.counts().add("log: halved", 1);
                }
                if (stage.faults().happens(Fault.STREAM_LOSES)) {
                  giveUp(partition, records);
                }
                giveUpIfSpent(partition, records);
              }
            });
    return false;
  }

  private void giveUpIfSpent(Partition partition, List<LogRecord> records) {
    if (log.retries().isPresent() && partition.tries > log.retries().getAsInt()) {
      giveUp(partition, records);
    }
  }

  /** Whether nothing of the batch comes back. */
  private boolean carryOut(LogRun run, String answer) {
    List<Failure> failures = wire.failures(answer, run.batch().values());
    stage.trace().line("lambda", run.id(), ": again from", failures);
    Set<String> named = new HashSet<>();
    for (Failure failure : failures) {
      boolean isOfBatch =
          run.records(failure.partition()).stream().anyMatch(it -> it.offset() == failure.offset());
      if (!isOfBatch || !named.add(failure.partition())) {
        stage.findings().violated(Invariant.ANSWER_NAMES_THE_BATCH, run.id(), "answers", answer);
      }
    }
    run.batch().forEach((partition, records) -> carryOut(run, partition, records, failures));
    return failures.isEmpty();
  }

  private void carryOut(
      LogRun run, Partition partition, List<LogRecord> records, List<Failure> failures) {
    if (!run.holds(partition)) {
      stage.trace().line("lambda", run.id(), "commits nothing of", partition.name());
      committedNothing();
      return;
    }
    int to =
        failures.stream()
            .filter(it -> it.partition().equals(partition.name()))
            .map(Failure::offset)
            .findFirst()
            .orElse(records.getLast().offset() + 1);
    hosts.passed(run, records.stream().filter(it -> it.offset() < to).toList());
    run.carriesOut(partition, stage.scheduler().now());
    partition.passTo(to);
    List<LogRecord> left = records.stream().filter(it -> it.offset() >= to).toList();
    if (!left.isEmpty()) {
      giveUpIfSpent(partition, left);
    }
  }
}
