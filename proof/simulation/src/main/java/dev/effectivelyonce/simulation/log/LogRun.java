package dev.effectivelyonce.simulation.log;

import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.Environments;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One invocation with records of one or more partitions. */
public final class LogRun implements Environments.Run {
  private static final InheritableThreadLocal<LogRun> CURRENT = new InheritableThreadLocal<>();

  private final String id;
  private final SimulatedProcess process;
  private final Map<Partition, List<LogRecord>> batch;
  private final Map<Partition, Integer> generations = new HashMap<>();
  private final Map<String, Instant> carriedOut = new HashMap<>();
  private final Instant began;
  private final Instant deadline;
  private Optional<Instant> gaveBack = Optional.empty();

  LogRun(
      String id,
      SimulatedProcess process,
      Map<Partition, List<LogRecord>> batch,
      Instant began,
      Instant deadline) {
    this.id = id;
    this.process = process;
    this.batch = batch;
    this.began = began;
    this.deadline = deadline;
    batch.keySet().forEach(it -> generations.put(it, it.generation));
  }

  /** The invocation of which the current thread is one. */
  public static LogRun current() {
    return CURRENT.get();
  }

  /** The current thread, and those that it starts, are of this invocation. */
  void enter() {
    CURRENT.set(this);
  }

  @Override
  public String id() {
    return id;
  }

  /** Where it runs. */
  public SimulatedProcess process() {
    return process;
  }

  /** When it began, in true time. */
  public Instant began() {
    return began;
  }

  @Override
  public Instant deadline() {
    return deadline;
  }

  Map<Partition, List<LogRecord>> batch() {
    return batch;
  }

  /** The records of a partition, in their order. */
  public List<LogRecord> records(String partition) {
    return batch.entrySet().stream()
        .filter(it -> it.getKey().name().equals(partition))
        .flatMap(it -> it.getValue().stream())
        .toList();
  }

  /** The record at a place, if it is of this batch. */
  public Optional<LogRecord> at(String place) {
    return batch.values().stream()
        .flatMap(List::stream)
        .filter(it -> it.place().equals(place))
        .findFirst();
  }

  /** Whether it may still commit what is read of a partition. */
  boolean holds(Partition partition) {
    return generations.getOrDefault(partition, -1) == partition.generation;
  }

  void givesBack(Instant now) {
    gaveBack = Optional.of(now);
  }

  /** When it threw, because something must come back; empty: it did not. */
  public Optional<Instant> gaveBack() {
    return gaveBack;
  }

  void carriesOut(Partition partition, Instant now) {
    carriedOut.put(partition.name(), now);
  }

  /** When Lambda did what its answer says of a partition; empty: never. */
  public Optional<Instant> carriedOut(String partition) {
    return Optional.ofNullable(carriedOut.get(partition));
  }
}
