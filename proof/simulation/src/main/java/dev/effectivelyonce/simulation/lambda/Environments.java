package dev.effectivelyonce.simulation.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Plan.Hosting;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.testkit.sqs.TestContext;
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

/**
 * The environments of a function: each of its invocations ends once, in one way or another.
 *
 * @param <F> the function
 * @param <R> one of its invocations
 * @param <A> what it answers
 */
public final class Environments<F, R extends Environments.Run, A> {
  /** One invocation. */
  public interface Run {
    /** Its id. */
    String id();

    /** When Lambda ends it, in true time. */
    Instant deadline();
  }

  /** A process with the function in it, and the invocations that Lambda waits for. */
  public record Environment<F, R>(SimulatedProcess process, F function, List<R> running) {}

  /** Hands an invocation to the function, on a thread of its process. */
  @FunctionalInterface
  public interface Call<F, R, A> {
    /** What it answers; empty: it failed. */
    Optional<A> answer(F function, R run, Context context);
  }

  /** Hears of the ends. */
  @FunctionalInterface
  public interface Ends<R, A> {
    /** An invocation has ended; without an answer if it failed, or its answer was lost. */
    void ended(R run, Optional<A> answer);

    /** One has answered, whoever hears it. */
    default void answered(R run, A answer) {}
  }

  private static final Duration ANSWER = Duration.ofMillis(1);

  private final Hosting hosting;
  private final ProcessTrouble trouble;
  private final FunctionHosts<F> hosts;
  private final Call<F, R, A> call;
  private final Ends<R, A> ends;
  private final List<Environment<F, R>> environments = new ArrayList<>();

  /**
   * None at first.
   *
   * @param hosting what becomes of an invocation at its timeout
   * @param trouble of its processes
   */
  public Environments(
      Hosting hosting,
      ProcessTrouble trouble,
      FunctionHosts<F> hosts,
      Call<F, R, A> call,
      Ends<R, A> ends) {
    this.hosting = hosting;
    this.trouble = trouble;
    this.hosts = hosts;
    this.call = call;
    this.ends = ends;
  }

  /** The environment of the next invocation. */
  public Environment<F, R> next() {
    Optional<Environment<F, R>> warm = environments.stream().filter(this::takes).findFirst();
    if (warm.isPresent() && trouble.stage().faults().happens(Fault.ENVIRONMENT_ENDS)) {
      end(warm.get(), "ends between invocations");
      return next();
    }
    return warm.orElseGet(this::cold);
  }

  private boolean takes(Environment<F, R> environment) {
    return hosting == Hosting.MANAGED_INSTANCES || environment.running().isEmpty();
  }

  /** A new one. */
  Environment<F, R> cold() {
    SimulatedProcess process = hosts.process();
    Environment<F, R> environment =
        new Environment<>(process, hosts.start(process), new ArrayList<>());
    environments.add(environment);
    return environment;
  }

  /** Begins an invocation. */
  public void invoke(Environment<F, R> in, R run) {
    in.running().add(run);
    in.process().thaw();
    trouble.of(in.process(), () -> end(in, "dies"));
    in.process().start(() -> handle(in, run));
    trouble.stage().scheduler().at(run.deadline(), () -> timeout(in, run));
  }

  private void end(Environment<F, R> environment, String how) {
    trouble.stage().trace().line(environment.process().name(), how);
    environment.process().kill();
    environments.remove(environment);
    List.copyOf(environment.running()).forEach(it -> over(environment, it, Optional.empty()));
  }

  private void timeout(Environment<F, R> environment, R run) {
    if (!environment.running().contains(run)) {
      return;
    }
    if (hosting == Hosting.ON_DEMAND) {
      end(environment, "is ended by its timeout");
    } else {
      trouble.stage().trace().line(environment.process().name(), run.id(), "times out and goes on");
      over(environment, run, Optional.empty());
    }
  }

  private void handle(Environment<F, R> in, R run) {
    // What remains is told by Lambda, not by the process's clock.
    Context context =
        new TestContext(
            trouble.stage().scheduler().clock(),
            Duration.between(trouble.stage().scheduler().now(), run.deadline()));
    try {
      Optional<A> answer = call.answer(in.function(), run, context);
      trouble.stage().scheduler().after(ANSWER, () -> answered(in, run, answer));
    } catch (FatalProcessError unsound) {
      trouble.stage().scheduler().after(ANSWER, () -> endsItself(in, run));
    }
  }

  /** On managed instances the runtime goes on, since other invocations run beside this one. */
  private void endsItself(Environment<F, R> environment, R run) {
    if (hosting == Hosting.ON_DEMAND && environment.process().isAlive()) {
      end(environment, "can't go on, and ends");
    } else {
      answered(environment, run, Optional.empty());
    }
  }

  private void answered(Environment<F, R> environment, R run, Optional<A> answer) {
    SimulatedProcess process = environment.process();
    if (!environment.running().contains(run) || !process.isAlive()) {
      return;
    }
    process.forgetSteps();
    if (hosting == Hosting.ON_DEMAND) {
      process.freeze();
    }
    answer.ifPresent(it -> ends.answered(run, it));
    boolean isLost = trouble.stage().faults().happens(Fault.RESPONSE_LOST);
    if (isLost) {
      trouble.stage().trace().line(process.name(), run.id(), "'s answer is lost");
    }
    over(environment, run, isLost ? Optional.empty() : answer);
  }

  private void over(Environment<F, R> environment, R run, Optional<A> answer) {
    if (environment.running().remove(run)) {
      ends.ended(run, answer);
    }
  }

  /** Calls a function that reads JSON and writes JSON. */
  public static String json(RequestStreamHandler function, String event, Context context) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      function.handleRequest(
          new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), answer, context);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return answer.toString(StandardCharsets.UTF_8);
  }
}
