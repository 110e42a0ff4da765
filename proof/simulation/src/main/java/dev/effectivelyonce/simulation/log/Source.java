package dev.effectivelyonce.simulation.log;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.simulation.check.Stage;
import dev.effectivelyonce.simulation.history.LogPlan;
import dev.effectivelyonce.simulation.history.Plan.Hosting;
import dev.effectivelyonce.simulation.lambda.Environments;
import dev.effectivelyonce.simulation.lambda.Environments.Environment;
import dev.effectivelyonce.simulation.lambda.ProcessTrouble;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Where records are, and what invokes a function with them. */
public abstract class Source {
  /**
   * What a mapping is told.
   *
   * @param hosting what becomes of an invocation at its timeout
   * @param batchSize the most records of one
   * @param wire how batches and answers are written
   * @param trouble of the function's processes
   * @param hosts of the function
   */
  public record Setting(
      Hosting hosting,
      int batchSize,
      Duration timeout,
      LogPlan log,
      Wire wire,
      ProcessTrouble trouble,
      LogHosts hosts) {}

  final int batchSize;
  final LogPlan log;
  final Wire wire;
  final Stage stage;
  final LogHosts hosts;
  private final Duration timeout;
  private final Environments<RequestStreamHandler, LogRun, String> environments;
  private int invocations;

  Source(Setting setting) {
    this.batchSize = setting.batchSize();
    this.timeout = setting.timeout();
    this.log = setting.log();
    this.wire = setting.wire();
    this.stage = setting.trouble().stage();
    this.hosts = setting.hosts();
    this.environments =
        new Environments<>(
            setting.hosting(),
            setting.trouble(),
            hosts,
            new LogCall(wire, stage.scheduler()),
            this::ended);
  }

  /** A mapping on what is empty yet. */
  public static Source of(Setting setting) {
    return setting.wire() == Wire.RABBITMQ ? new WholeBatchSource(setting) : new LogSource(setting);
  }

  /** A producer writes a record. */
  public abstract void add(String key, String body);

  /** The records that are not done, as far as the source knows. */
  public abstract List<LogRecord> left();

  /** Whether nothing is left, and nothing is running. */
  public abstract boolean isIdle();

  /** Others poll from now on; what runs goes on, and nothing comes of its answer. */
  public abstract void rebalance();

  /** An operator sets a position back, where there is one. */
  public abstract void rewind();

  /** An invocation has ended, with an answer or without. */
  abstract void ended(LogRun run, Optional<String> answer);

  /** An invocation answered for a partition that another poller has by now. */
  final void committedNothing() {
    stage.counts().add("log: a zombie committed nothing", 1);
  }

  /** Does it after so long, or later. */
  final void after(Duration pause, Runnable action) {
    stage.scheduler().after(pause.plus(stage.faults().late(Duration.ZERO)), action);
  }

  /**
   * Begins an invocation.
   *
   * @param begins hears of it first
   */
  final void invoke(Map<Partition, List<LogRecord>> batch, Consumer<LogRun> begins) {
    Environment<RequestStreamHandler, LogRun> environment = environments.next();
    Instant now = stage.scheduler().now();
    LogRun run =
        new LogRun(
            "invocation-" + ++invocations, environment.process(), batch, now, now.plus(timeout));
    begins.accept(run);
    stage
        .trace()
        .line(
            run.process().name(),
            "begins",
            run.id(),
            "with",
            batch.values().stream().flatMap(List::stream).map(LogRecord::place).toList());
    environments.invoke(environment, run);
  }
}
