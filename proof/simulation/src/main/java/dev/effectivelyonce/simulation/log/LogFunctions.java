package dev.effectivelyonce.simulation.log;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.engine.UnsoundProcessError;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Plan.Hosting;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.ProcessTrouble;
import dev.effectivelyonce.simulation.lambda.SimulatedContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The environments of a function on a log: each invocation ends, in one way or another. */
final class LogFunctions {
  private static final Duration ANSWER = Duration.ofMillis(1);
  private static final int STEPS_OF_AN_INVOCATION = 60;

  private static final List<Duration> STALLS =
      List.of(Duration.ofMillis(800), Duration.ofSeconds(3), Duration.ofSeconds(7));

  private final Hosting hosting;
  private final Scheduler scheduler;
  private final Faults faults;
  private final Trace trace;
  private final ProcessTrouble trouble;
  private final LogHosts hosts;
  private final BiConsumer<LogRun, Optional<String>> ended;
  private final List<Warm> environments = new ArrayList<>();

  /** A process with the function in it, and what runs there. */
  private record Warm(
      SimulatedProcess process, RequestStreamHandler function, List<LogRun> running) {}

  /**
   * @param ended is told the answer of an invocation, or that it failed
   */
  LogFunctions(
      Hosting hosting,
      Scheduler scheduler,
      Faults faults,
      Trace trace,
      LogHosts hosts,
      BiConsumer<LogRun, Optional<String>> ended) {
    this.hosting = hosting;
    this.scheduler = scheduler;
    this.faults = faults;
    this.trace = trace;
    this.trouble = new ProcessTrouble(scheduler, faults, trace, STEPS_OF_AN_INVOCATION, STALLS);
    this.hosts = hosts;
    this.ended = ended;
  }

  /** The process of the next invocation. */
  SimulatedProcess process() {
    return environment().process();
  }

  private Warm environment() {
    Optional<Warm> warm = environments.stream().filter(this::takes).findFirst();
    if (warm.isPresent() && faults.happens(Fault.ENVIRONMENT_ENDS)) {
      end(warm.get(), "ends between invocations");
      return environment();
    }
    return warm.orElseGet(this::cold);
  }

  private boolean takes(Warm environment) {
    return hosting == Hosting.MANAGED_INSTANCES || environment.running().isEmpty();
  }

  private Warm cold() {
    SimulatedProcess process = hosts.process();
    Warm environment = new Warm(process, hosts.start(process), new ArrayList<>());
    environments.add(environment);
    return environment;
  }

  /** Begins an invocation in its process. */
  void invoke(LogRun run, String event) {
    Warm in =
        environments.stream().filter(it -> it.process() == run.process()).findFirst().orElseThrow();
    in.running().add(run);
    in.process().thaw();
    trouble.of(in.process(), () -> end(in, "dies"));
    in.process().start(() -> handle(in, run, event));
    scheduler.at(run.deadline(), () -> timeout(in, run));
  }

  private void end(Warm environment, String how) {
    trace.line(environment.process().name(), how);
    environment.process().kill();
    environments.remove(environment);
    List.copyOf(environment.running()).forEach(it -> over(environment, it, Optional.empty()));
  }

  private void timeout(Warm environment, LogRun run) {
    if (run.isOver) {
      return;
    }
    if (hosting == Hosting.ON_DEMAND) {
      end(environment, "is ended by its timeout");
    } else {
      trace.line(environment.process().name(), run.id(), "times out and goes on");
      over(environment, run, Optional.empty());
    }
  }

  private void handle(Warm environment, LogRun run, String event) {
    run.enter();
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      environment
          .function()
          .handleRequest(
              new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
              answer,
              new SimulatedContext(run.id(), scheduler::now, run.deadline()));
      String text = answer.toString(StandardCharsets.UTF_8);
      scheduler.after(ANSWER, () -> answered(environment, run, Optional.of(text)));
    } catch (UnsoundProcessError ends) {
      scheduler.after(ANSWER, () -> unsound(environment, run));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException thrown) {
      if (!hosts.givesBack(thrown)) {
        throw thrown;
      }
      run.givesBack(scheduler.now());
      scheduler.after(ANSWER, () -> answered(environment, run, Optional.empty()));
    }
  }

  /** On managed instances the runtime goes on, since other invocations run beside this one. */
  private void unsound(Warm environment, LogRun run) {
    if (hosting == Hosting.ON_DEMAND && environment.process().isAlive()) {
      end(environment, "can't go on, and ends");
    } else {
      over(environment, run, Optional.empty());
    }
  }

  private void answered(Warm environment, LogRun run, Optional<String> answer) {
    SimulatedProcess process = environment.process();
    if (run.isOver || !process.isAlive()) {
      return;
    }
    process.forgetSteps();
    if (hosting == Hosting.ON_DEMAND) {
      process.freeze();
    }
    boolean isLost = faults.happens(Fault.RESPONSE_LOST);
    if (isLost) {
      trace.line(process.name(), run.id(), "'s answer is lost");
    }
    over(environment, run, isLost ? Optional.empty() : answer);
  }

  private void over(Warm environment, LogRun run, Optional<String> answer) {
    environment.running().remove(run);
    if (!run.isOver) {
      run.isOver = true;
      ended.accept(run, answer);
    }
  }
}
