package dev.effectivelyonce.simulation.lambda;

import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Plan.Hosting;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** API Gateway and Lambda: each request is one invocation, and goes to its caller or nowhere. */
public final class Gateway {
  /**
   * What Lambda does with requests.
   *
   * @param hosting at a timeout
   * @param timeout of an invocation
   */
  public record Settings(Hosting hosting, Duration timeout) {}

  private static final Duration ANSWER = Duration.ofMillis(1);
  private static final int STEPS_OF_A_REQUEST = 40;

  private static final List<Duration> STALLS =
      List.of(Duration.ofMillis(800), Duration.ofSeconds(3), Duration.ofSeconds(7));

  /** A process with the function in it. */
  private static final class Host {
    final SimulatedProcess process;
    final ApiFunction function;
    final List<Run> running = new ArrayList<>();

    Host(SimulatedProcess process, ApiFunction function) {
      this.process = process;
      this.function = function;
    }
  }

  /** One invocation. */
  private static final class Run {
    final ApiCall call;
    final Instant deadline;
    boolean isOver;

    Run(ApiCall call, Instant deadline) {
      this.call = call;
      this.deadline = deadline;
    }
  }

  private final Settings settings;
  private final Scheduler scheduler;
  private final Faults faults;
  private final Trace trace;
  private final ProcessTrouble trouble;
  private final ApiHosts hosts;
  private final List<Host> warm = new ArrayList<>();

  /** A gateway before an API. */
  public Gateway(
      Settings settings, Scheduler scheduler, Faults faults, Trace trace, ApiHosts hosts) {
    this.settings = settings;
    this.scheduler = scheduler;
    this.faults = faults;
    this.trace = trace;
    this.trouble = new ProcessTrouble(scheduler, faults, trace, STEPS_OF_A_REQUEST, STALLS);
    this.hosts = hosts;
  }

  /** Sends a request. Its caller hears an answer, or that there is none. */
  public void send(ApiCall call) {
    Duration delay =
        faults.happens(Fault.INVOCATION_LATE)
            ? faults.pick(Duration.ofSeconds(2), Duration.ofSeconds(8))
            : Duration.ofMillis(5);
    scheduler.after(delay, () -> invoke(call));
  }

  private void invoke(ApiCall call) {
    Host host = host();
    Run run = new Run(call, scheduler.now().plus(settings.timeout()));
    host.running.add(run);
    host.process.thaw();
    trace.line(host.process.name(), "begins", call.id());
    hosts.began(call, run.deadline);
    trouble.of(host.process, () -> end(host, "dies"));
    host.process.start(() -> handle(host, run));
    scheduler.at(run.deadline, () -> timeout(host, run));
  }

  private Host host() {
    Optional<Host> free = warm.stream().filter(this::takes).findFirst();
    if (free.isPresent() && faults.happens(Fault.ENVIRONMENT_ENDS)) {
      end(free.get(), "ends between invocations");
      return host();
    }
    return free.orElseGet(this::cold);
  }

  private boolean takes(Host host) {
    return settings.hosting() == Hosting.MANAGED_INSTANCES || host.running.isEmpty();
  }

  private Host cold() {
    SimulatedProcess process = hosts.process();
    Host host = new Host(process, hosts.start(process));
    warm.add(host);
    return host;
  }

  private void end(Host host, String how) {
    trace.line(host.process.name(), how);
    host.process.kill();
    warm.remove(host);
    List.copyOf(host.running).forEach(it -> over(host, it, Optional.empty()));
  }

  private void timeout(Host host, Run run) {
    if (run.isOver) {
      return;
    }
    if (settings.hosting() == Hosting.ON_DEMAND) {
      end(host, "is ended by its timeout");
    } else {
      trace.line(host.process.name(), run.call.id(), "times out and goes on");
      over(host, run, Optional.empty());
    }
  }

  private void handle(Host host, Run run) {
    ApiResponse answer =
        host.function.handle(
            run.call.request(), new SimulatedContext(run.call.id(), scheduler::now, run.deadline));
    scheduler.after(ANSWER, () -> answered(host, run, answer));
  }

  private void answered(Host host, Run run, ApiResponse answer) {
    if (run.isOver || !host.process.isAlive()) {
      return;
    }
    host.process.forgetSteps();
    trace.line("gateway", run.call.id(), "is answered", answer.status(), answer.body().text());
    hosts.answered(run.call, answer);
    boolean isLost = faults.happens(Fault.RESPONSE_LOST);
    over(host, run, isLost ? Optional.empty() : Optional.of(answer));
    if (settings.hosting() == Hosting.ON_DEMAND) {
      host.process.freeze();
    }
  }

  private void over(Host host, Run run, Optional<ApiResponse> answer) {
    host.running.remove(run);
    if (!run.isOver) {
      run.isOver = true;
      run.call.heard().accept(answer);
    }
  }
}
