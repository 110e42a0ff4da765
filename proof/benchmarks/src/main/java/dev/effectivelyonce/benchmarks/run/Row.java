package dev.effectivelyonce.benchmarks.run;

import dev.effectivelyonce.benchmarks.meter.Consumption;
import dev.effectivelyonce.benchmarks.meter.ProcessMeter.Used;
import dev.effectivelyonce.benchmarks.scenario.Scenario;
import dev.effectivelyonce.benchmarks.subject.Contender;
import java.util.Comparator;
import java.util.List;

/**
 * What a subject came to in a scenario.
 *
 * @param effects how often its handler ran on measured batches
 * @param largestItemBytes of its table
 */
public record Row(
    Scenario scenario,
    Contender contender,
    List<BatchSample> samples,
    Used used,
    Consumption.Sum consumed,
    long effects,
    int largestItemBytes) {

  /**
   * One batch.
   *
   * @param requestNanos how long its requests took, one added to the other
   */
  public record BatchSample(long wallNanos, int serialRoundTrips, int requests, long requestNanos) {
    double millis() {
      return wallNanos / 1e6;
    }
  }

  /** How many messages were measured. */
  public long messages() {
    return (long) samples.size() * scenario.shape().batchSize();
  }

  /** Messages handled in a second, one batch after the other. */
  public double messagesPerSecond() {
    return messages() / (wallNanos() / 1e9);
  }

  /** The batch's wall time that this share of batches stays below, in milliseconds. */
  public double batchMillis(double share) {
    List<Double> sorted = samples.stream().map(BatchSample::millis).sorted().toList();
    return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }

  /** The median of the requests of a batch that waited for each other. */
  public int serialRoundTrips() {
    return samples.stream()
        .map(BatchSample::serialRoundTrips)
        .sorted(Comparator.naturalOrder())
        .toList()
        .get(samples.size() / 2);
  }

  /** Requests of a batch, on average. */
  public double requestsPerBatch() {
    return samples.stream().mapToInt(BatchSample::requests).average().orElseThrow();
  }

  /** How long a request took, latency included, in milliseconds. */
  public double requestMillis() {
    return samples.stream().mapToLong(BatchSample::requestNanos).sum()
        / 1e6
        / samples.stream().mapToInt(BatchSample::requests).sum();
  }

  /** Write units of a message, as the store tells them; NaN if it does not tell all. */
  public double writeUnitsPerMessage() {
    return consumed.untold() > 0 ? Double.NaN : consumed.writeUnits() / messages();
  }

  /** Writes of a message that the store made: each a unit, where items are below 1 KB. */
  public double writesPerMessage() {
    return (double) consumed.writes() / messages();
  }

  /** Read units of a message, as the store tells them. */
  public double readUnitsPerMessage() {
    return consumed.readUnits() / messages();
  }

  /** Writes of a message that the store refused: on AWS each costs a unit too. */
  public double refusedWritesPerMessage() {
    return (double) consumed.refusedWrites() / messages();
  }

  /** Processor time of a message, in microseconds. */
  public double cpuMicrosPerMessage() {
    return used.processorTime().toNanos() / 1e3 / messages();
  }

  /** Bytes that a message allocates. */
  public double allocatedBytesPerMessage() {
    return (double) used.allocatedBytes() / messages();
  }

  private double wallNanos() {
    return samples.stream().mapToLong(BatchSample::wallNanos).sum();
  }
}
