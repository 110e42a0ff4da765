package dev.effectivelyonce.simulation.lambda;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Plan.Hosting;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Lambda on one shard of a stream: one invocation at a time, in order, and again from the first
 * record that failed, or in halves if the invocation did.
 */
public final class StreamSource {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** Each pause is twice the one before, so often. */
  private static final int DOUBLINGS = 5;

  private static final Duration ANSWER = Duration.ofMillis(1);
  private static final int STEPS_OF_AN_INVOCATION = 60;

  private static final List<Duration> STALLS =
      List.of(Duration.ofMillis(800), Duration.ofSeconds(7), Duration.ofSeconds(40));

  private final Settings settings;
  private final Scheduler scheduler;
  private final Faults faults;
  private final Trace trace;
  private final ProcessTrouble trouble;
  private final StreamHosts hosts;
  private final List<StreamRecord> records = new ArrayList<>();
  private Optional<Warm> warm = Optional.empty();
  private Optional<Run> current = Optional.empty();
  private boolean isBusy;
  private int invocations;
  private int inVain;
  private int most;

  /**
   * How it invokes.
   *
   * @param hosting what becomes of an invocation at its timeout
   * @param batchSize the most records of one
   */
  public record Settings(String name, Hosting hosting, int batchSize) {}

  /** A process with the function in it. */
  private record Warm(SimulatedProcess process, RequestStreamHandler function) {}

  /** One invocation. */
  private record Run(String id, Warm in, List<StreamRecord> batch, Instant deadline) {}

  /** An event source over an empty shard. */
  public StreamSource(
      Settings settings, Scheduler scheduler, Faults faults, Trace trace, StreamHosts hosts) {
    this.settings = settings;
    this.scheduler = scheduler;
    this.faults = faults;
    this.trace = trace;
    this.trouble = new ProcessTrouble(scheduler, faults, trace, STEPS_OF_AN_INVOCATION, STALLS);
    this.hosts = hosts;
    this.most = settings.batchSize();
  }

  /** A change of an item is told. */
  public void add(StreamRecord record) {
    records.add(record);
    wake(POLL);
  }

  /** Whether nothing is left in it, and nothing is running. */
  public boolean isIdle() {
    return records.isEmpty() && !isBusy;
  }

  private void wake(Duration after) {
    if (!isBusy && !records.isEmpty()) {
      isBusy = true;
      Duration late =
          faults.happens(Fault.INVOCATION_LATE)
              ? faults.pick(Duration.ofSeconds(2), Duration.ofSeconds(8), Duration.ofSeconds(35))
              : Duration.ZERO;
      scheduler.after(after.plus(late), this::invoke);
    }
  }

  private void invoke() {
    List<StreamRecord> batch = List.copyOf(records.subList(0, Math.min(records.size(), most)));
    Warm in = environment();
    Run run =
        new Run(settings.name() + "-" + ++invocations, in, batch, scheduler.now().plus(TIMEOUT));
    current = Optional.of(run);
    in.process().thaw();
    List<String> sequence = batch.stream().map(StreamRecord::sequenceNumber).toList();
    trace.line(in.process().name(), "begins", run.id(), "with", sequence);
    trouble.of(in.process(), () -> die(run, "dies"));
    in.process().start(() -> run(run));
    scheduler.at(run.deadline(), () -> timeout(run));
  }

  private Warm environment() {
    if (warm.isPresent() && faults.happens(Fault.ENVIRONMENT_ENDS)) {
      kill(warm.get(), "ends between invocations");
    }
    Warm in = warm.orElseGet(this::cold);
    warm = Optional.of(in);
    return in;
  }

  private Warm cold() {
    SimulatedProcess process = hosts.process();
    return new Warm(process, hosts.start(process));
  }

  private void kill(Warm in, String how) {
    trace.line(in.process().name(), how);
    in.process().kill();
    warm = Optional.empty();
  }

  private void die(Run run, String how) {
    kill(run.in(), how);
    current.ifPresent(this::failed);
  }

  private void timeout(Run run) {
    if (!isWaitedFor(run)) {
      return;
    }
    if (settings.hosting() == Hosting.ON_DEMAND) {
      die(run, "is ended by its timeout");
    } else {
      trace.line(run.in().process().name(), run.id(), "times out and goes on");
      failed(run);
    }
  }

  private boolean isWaitedFor(Run run) {
    return current.filter(it -> it.id().equals(run.id())).isPresent();
  }

  private void run(Run run) {
    String event =
        run.batch().stream()
            .map(StreamRecord::json)
            .collect(Collectors.joining(",", "{\"Records\":[", "]}"));
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      run.in()
          .function()
          .handleRequest(
              new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
              answer,
              new SimulatedContext(run.id(), scheduler::now, run.deadline()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String text = answer.toString(StandardCharsets.UTF_8);
    scheduler.after(ANSWER, () -> answered(run, text));
  }

  private void answered(Run run, String answer) {
    SimulatedProcess process = run.in().process();
    if (!isWaitedFor(run) || !process.isAlive()) {
      return;
    }
    process.forgetSteps();
    if (settings.hosting() == Hosting.ON_DEMAND) {
      process.freeze();
    }
    if (faults.happens(Fault.RESPONSE_LOST)) {
      trace.line(process.name(), run.id(), "'s answer is lost");
      failed(run);
    } else {
      carryOut(run, answer);
    }
  }

  /** The batch comes again in halves, unless it is too old by then. */
  private void failed(Run run) {
    most = Math.max(1, run.batch().size() / 2);
    if (faults.happens(Fault.STREAM_LOSES)) {
      trace.line("lambda", "gives", run.id(), "up");
      run.batch().forEach(hosts::givenUp);
      records.removeAll(run.batch());
    }
    over(again());
  }

  private void carryOut(Run run, String answer) {
    most = settings.batchSize();
    Optional<String> first = firstFailed(answer);
    trace.line("lambda", run.id(), ": again from", first.orElse("none"));
    List<String> sequence = run.batch().stream().map(StreamRecord::sequenceNumber).toList();
    int done = first.map(sequence::indexOf).orElse(sequence.size());
    if (done < 0) {
      hosts.misnamed(answer);
      return;
    }
    records.subList(0, done).clear();
    inVain = done > 0 ? 0 : inVain;
    over(first.isPresent() ? again() : POLL);
  }

  private Duration again() {
    return AGAIN.multipliedBy(1L << Math.min(inVain++, DOUBLINGS));
  }

  private static Optional<String> firstFailed(String answer) {
    try {
      return Optional.of(JSON.readTree(answer).at("/batchItemFailures/0/itemIdentifier").asText())
          .filter(text -> !text.isEmpty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void over(Duration next) {
    current = Optional.empty();
    isBusy = false;
    wake(next);
  }
}
