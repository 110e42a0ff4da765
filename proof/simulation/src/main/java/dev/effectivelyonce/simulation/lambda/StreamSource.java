package dev.effectivelyonce.simulation.lambda;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.check.Stage;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Plan.Hosting;
import dev.effectivelyonce.simulation.lambda.Environments.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
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

  private static final List<Duration> STALLS =
      List.of(Duration.ofMillis(800), Duration.ofSeconds(7), Duration.ofSeconds(40));

  private final Settings settings;
  private final Stage stage;
  private final StreamHosts hosts;
  private final Environments<RequestStreamHandler, Run, String> environments;
  private final List<StreamRecord> records = new ArrayList<>();
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

  /** One invocation. */
  private record Run(String id, List<StreamRecord> batch, Instant deadline)
      implements Environments.Run {}

  /** An event source over an empty shard. */
  public StreamSource(Settings settings, Stage stage, StreamHosts hosts) {
    this.settings = settings;
    this.stage = stage;
    this.hosts = hosts;
    this.environments =
        new Environments<>(
            settings.hosting(),
            new ProcessTrouble(stage, ProcessTrouble.STEPS_OF_AN_INVOCATION, STALLS),
            hosts,
            (function, run, context) ->
                Optional.of(Environments.json(function, event(run.batch()), context)),
            this::ended);
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
      stage.scheduler().after(after.plus(stage.faults().late(Duration.ZERO)), this::invoke);
    }
  }

  private void invoke() {
    List<StreamRecord> batch = List.copyOf(records.subList(0, Math.min(records.size(), most)));
    Environment<RequestStreamHandler, Run> in = environments.next();
    Run run =
        new Run(
            settings.name() + "-" + ++invocations, batch, stage.scheduler().now().plus(TIMEOUT));
    List<String> sequence = batch.stream().map(StreamRecord::sequenceNumber).toList();
    stage.trace().line(in.process().name(), "begins", run.id(), "with", sequence);
    environments.invoke(in, run);
  }

  private static String event(List<StreamRecord> batch) {
    return batch.stream()
        .map(StreamRecord::json)
        .collect(Collectors.joining(",", "{\"Records\":[", "]}"));
  }

  private void ended(Run run, Optional<String> answer) {
    answer.ifPresentOrElse(it -> carryOut(run, it), () -> failed(run));
  }

  /** The batch comes again in halves, unless it is too old by then. */
  private void failed(Run run) {
    most = Math.max(1, run.batch().size() / 2);
    if (stage.faults().happens(Fault.STREAM_LOSES)) {
      stage.trace().line("lambda", "gives", run.id(), "up");
      run.batch().forEach(hosts::givenUp);
      records.removeAll(run.batch());
    }
    over(again());
  }

  private void carryOut(Run run, String answer) {
    most = settings.batchSize();
    Optional<String> first = firstFailed(answer);
    stage.trace().line("lambda", run.id(), ": again from", first.orElse("none"));
    List<String> sequence = run.batch().stream().map(StreamRecord::sequenceNumber).toList();
    int done = first.map(sequence::indexOf).orElse(sequence.size());
    if (done < 0) {
      stage.findings().violated(Invariant.ANSWER_NAMES_THE_BATCH, "a publisher answers", answer);
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
    isBusy = false;
    wake(next);
  }
}
