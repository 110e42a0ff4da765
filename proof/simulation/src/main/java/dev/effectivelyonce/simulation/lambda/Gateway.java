package dev.effectivelyonce.simulation.lambda;

import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Plan.Hosting;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.lambda.Environments.Environment;
import java.time.Duration;
import java.time.Instant;
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

  private static final int STEPS_OF_A_REQUEST = 40;

  /** One invocation. */
  private record Run(ApiCall call, Instant deadline) implements Environments.Run {
    @Override
    public String id() {
      return call.id();
    }
  }

  private final Settings settings;
  private final Scheduler scheduler;
  private final Faults faults;
  private final Trace trace;
  private final ApiHosts hosts;
  private final Environments<ApiFunction, Run, ApiResponse> environments;

  /** A gateway before an API. */
  public Gateway(
      Settings settings, Scheduler scheduler, Faults faults, Trace trace, ApiHosts hosts) {
    this.settings = settings;
    this.scheduler = scheduler;
    this.faults = faults;
    this.trace = trace;
    this.hosts = hosts;
    this.environments =
        new Environments<>(
            settings.hosting(),
            new ProcessTrouble(scheduler, faults, trace, STEPS_OF_A_REQUEST, ProcessTrouble.STALLS),
            hosts,
            (function, run, context) -> Optional.of(function.handle(run.call().request(), context)),
            new Ends());
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
    Environment<ApiFunction, Run> environment = environments.next();
    Run run = new Run(call, scheduler.now().plus(settings.timeout()));
    trace.line(environment.process().name(), "begins", call.id());
    hosts.began(call, run.deadline());
    environments.invoke(environment, run);
  }

  private final class Ends implements Environments.Ends<Run, ApiResponse> {
    @Override
    public void answered(Run run, ApiResponse answer) {
      trace.line("gateway", run.id(), "is answered", answer.status(), answer.body().text());
      hosts.answered(run.call(), answer);
    }

    @Override
    public void ended(Run run, Optional<ApiResponse> answer) {
      run.call().heard().accept(answer);
    }
  }
}
