package dev.effectivelyonce.simulation.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A partition or shard, and how far its records are read. */
final class Partition {
  private final String name;
  private final List<LogRecord> records = new ArrayList<>();
  private final int batchSize;
  int committed;

  /** How many records the next batch has at most: fewer where one comes back in halves. */
  int most;

  /** How often the batch that is next was invoked. */
  int tries;

  /** Grows when another poller has it, or another position: older invocations commit nothing. */
  int generation;

  Partition(String name, int batchSize) {
    this.name = name;
    this.batchSize = batchSize;
    this.most = batchSize;
  }

  String name() {
    return name;
  }

  LogRecord add(String key, String body, Instant at) {
    LogRecord record = new LogRecord(name, records.size(), key, body, at);
    records.add(record);
    return record;
  }

  /** What is not done, as far as its position says. */
  List<LogRecord> left() {
    return records.subList(committed, records.size());
  }

  List<LogRecord> next(int atMost) {
    return List.copyOf(left().subList(0, Math.min(left().size(), Math.min(most, atMost))));
  }

  List<LogRecord> all() {
    return records;
  }

  void passTo(int offset) {
    boolean goesOn = offset > committed;
    committed = offset;
    most = batchSize;
    tries = goesOn ? 0 : tries + 1;
  }

  void failed(int tried, boolean bisects) {
    most = bisects ? Math.max(1, tried / 2) : tried;
    tries++;
  }

  void setBackTo(int offset) {
    committed = offset;
    most = batchSize;
    tries = 0;
  }
}
