package dev.effectivelyonce.metrics;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.Required;
import dev.effectivelyonce.core.engine.MetricNames;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.engine.UnreadMessage;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Counts transitions and writes the counts as one line in CloudWatch's embedded metric format when
 * a batch is done. The namespace is {@value #NAMESPACE}, and the only dimension is {@value
 * #FUNCTION}; the consumer's name is a property of the line. {@link MetricNames} lists the metrics.
 * A metric without a value is not in the line.
 *
 * <p>Safe for use by many batches at once: each transition is in exactly one line, whichever batch
 * writes it. A batch of more than {@value EmbeddedMetricFormat#MAX_VALUES} messages needs a further
 * line for each such number of durations.
 */
public final class MetricsObserver implements TransitionObserver {
  /** The namespace of the metrics. */
  public static final String NAMESPACE = "EffectivelyOnce";

  /** The dimension of the metrics, which is the function's name. */
  public static final String FUNCTION = "function";

  /** The number of durations after which they are written, even if no batch is reported done. */
  private static final int MOST_DURATIONS = 10_000;

  private final EmbeddedMetricFormat format;
  private final Consumer<String> lines;
  private final Object lock = new Object();
  private Map<ConsumerName, ConsumerCounts> tallies = new LinkedHashMap<>();

  /**
   * @param functionName the value of the dimension
   * @param lines receives each line, without a line break; called by many threads at once
   * @throws ConfigurationException if the function's name is missing
   */
  public MetricsObserver(String functionName, Consumer<String> lines) {
    this.format =
        new EmbeddedMetricFormat(
            Required.text(
                functionName,
                "The metrics have no function name",
                "Pass that of the environment variable AWS_LAMBDA_FUNCTION_NAME, which Lambda"
                    + " sets; outside Lambda any name"));
    this.lines = lines;
  }

  /** Returns an observer that writes to standard output, where Lambda picks up metrics. */
  public static MetricsObserver toStandardOutput(String functionName) {
    return new MetricsObserver(functionName, new StandardOutput());
  }

  @Override
  public void onTransition(Transition transition) {
    boolean isFull;
    synchronized (lock) {
      ConsumerCounts tally =
          tallies.computeIfAbsent(transition.consumer(), ignored -> new ConsumerCounts());
      tally.add(transition);
      isFull = tally.durations() >= MOST_DURATIONS;
    }
    if (isFull) {
      flush();
    }
  }

  @Override
  public void onUnreadable(UnreadMessage message) {
    synchronized (lock) {
      tallies.computeIfAbsent(message.consumer(), ignored -> new ConsumerCounts()).add(message);
    }
  }

  @Override
  public void onUngrouped(ConsumerName consumer, int writes, Instant at) {
    synchronized (lock) {
      tallies.computeIfAbsent(consumer, ignored -> new ConsumerCounts()).onUngrouped(writes, at);
    }
  }

  @Override
  public void onReturned(ConsumerName consumer, Instant sent, Instant at) {
    synchronized (lock) {
      tallies.computeIfAbsent(consumer, ignored -> new ConsumerCounts()).onReturned(sent, at);
    }
  }

  @Override
  public void onCacheHit(RecordId record, Instant at) {
    synchronized (lock) {
      tallies.computeIfAbsent(record.consumer(), ignored -> new ConsumerCounts()).onCacheHit(at);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws RuntimeException the first of those that {@code lines} threw; all others are written
   */
  @Override
  public void flush() {
    List<RuntimeException> faults = new ArrayList<>();
    taken()
        .forEach(
            (consumer, tally) -> format.lines(consumer, tally).forEach(it -> write(it, faults)));
    if (!faults.isEmpty()) {
      throw faults.getFirst();
    }
  }

  private Map<ConsumerName, ConsumerCounts> taken() {
    synchronized (lock) {
      Map<ConsumerName, ConsumerCounts> taken = tallies;
      tallies = new LinkedHashMap<>();
      return taken;
    }
  }

  private void write(String line, List<RuntimeException> faults) {
    try {
      lines.accept(line);
    } catch (RuntimeException e) {
      faults.add(e);
    }
  }
}
