package dev.effectivelyonce.benchmarks.run;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.benchmarks.engine.Tables;
import dev.effectivelyonce.benchmarks.meter.Calls;
import dev.effectivelyonce.benchmarks.meter.Consumption;
import dev.effectivelyonce.benchmarks.meter.ProcessMeter;
import dev.effectivelyonce.benchmarks.meter.ProcessMeter.Used;
import dev.effectivelyonce.benchmarks.run.Comparison.Gauges;
import dev.effectivelyonce.benchmarks.run.Row.BatchSample;
import dev.effectivelyonce.benchmarks.scenario.Batches;
import dev.effectivelyonce.benchmarks.scenario.Scenario;
import dev.effectivelyonce.benchmarks.scenario.Task;
import dev.effectivelyonce.benchmarks.subject.Backing;
import dev.effectivelyonce.benchmarks.subject.Contender;
import dev.effectivelyonce.benchmarks.subject.Effect;
import dev.effectivelyonce.benchmarks.subject.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One contender on its way through a scenario. */
final class Lane implements AutoCloseable {
  private final Contender contender;
  private final Scenario scenario;
  private final Gauges gauges;
  private final Batches batches;
  private final Subject subject;
  private final List<BatchSample> samples = new ArrayList<>();
  private Used used = Used.NOTHING;
  private Consumption.Sum consumed = Consumption.Sum.NOTHING;
  private long effects;

  Lane(Contender contender, Scenario scenario, Gauges gauges) {
    this.contender = contender;
    this.scenario = scenario;
    this.gauges = gauges;
    this.batches = new Batches(scenario.shape());
    Tables.create(gauges.client(), table());
    Backing.Table table = new Backing.Table(gauges.client(), table());
    Effect effect = Effect.immediate();
    boolean puts = scenario.task() == Task.ROW && !contender.commits();
    this.subject = contender.over(table, puts ? effect.putting(table) : effect);
  }

  private String table() {
    return "records-" + contender.name().toLowerCase(Locale.ROOT);
  }

  void warmUp() {
    subject.select();
    batches.before().forEach(subject::handle);
    batches.next(scenario.effort().warmUpBatches()).forEach(subject::handle);
  }

  void round() {
    subject.select();
    List<SQSEvent> next = batches.next(scenario.effort().batchesPerRound());
    gauges.calls().drain();
    gauges.consumption().drain();
    long effectsBefore = subject.effects();
    List<Timed> timed = new ArrayList<>(next.size());
    ProcessMeter meter = new ProcessMeter();
    for (SQSEvent batch : next) {
      long startNanos = System.nanoTime();
      int failures = subject.handle(batch);
      timed.add(new Timed(System.nanoTime() - startNanos, gauges.calls().drain()));
      requireNone(failures);
    }
    used = used.plus(meter.used());
    consumed = consumed.plus(gauges.consumption().drain());
    effects += subject.effects() - effectsBefore;
    timed.stream().map(Timed::sample).forEach(samples::add);
  }

  /** A message that fails costs less than one that is handled. */
  private void requireNone(int failures) {
    if (failures > 0) {
      throw new FailedMessagesException(
          "%s failed %s messages of a batch of %s"
              .formatted(contender.title(), failures, scenario.shape().title()));
    }
  }

  Row row() {
    int largestItemBytes = Tables.largestItemBytes(gauges.client(), table());
    return new Row(
        scenario, contender, List.copyOf(samples), used, consumed, effects, largestItemBytes);
  }

  @Override
  public void close() {
    subject.close();
    Tables.delete(gauges.client(), table());
  }

  private record Timed(long wallNanos, List<Calls.Call> calls) {
    BatchSample sample() {
      return new BatchSample(wallNanos, Calls.serial(calls), calls.size(), Calls.nanos(calls));
    }
  }
}
