package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.history.Words;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Between a process and a service: requests and answers take their time, come late, or never. The
 * client repeats a request that got no answer, as the SDK does: it is the same request, and the
 * first may arrive as well, even when its sender has died.
 */
public record Network(Scheduler scheduler, Faults faults, Trace trace) {
  /** A call that came to nothing; whether it was carried out is not known. */
  public static final class Unanswered extends RuntimeException {
    private final transient Fault fault;

    Unanswered(Fault fault) {
      super(fault.name(), null, false, false);
      this.fault = fault;
    }

    /** Why. */
    public Fault fault() {
      return fault;
    }
  }

  /**
   * A call.
   *
   * @param from who calls
   * @param what for the trace
   * @param giveUpAt in true time
   * @param carriedOut what happens when a request arrives; it takes no time
   */
  public record Call<T>(
      SimulatedProcess from, Words what, Instant giveUpAt, Supplier<T> carriedOut) {}

  private static final int ATTEMPTS = 3;
  private static final Duration ATTEMPT_TIMEOUT = Duration.ofMillis(500);
  private static final Duration PAUSE = Duration.ofMillis(25);
  private static final int[] TRAVEL_MILLIS = {2, 2, 2, 2, 2, 3, 5, 9, 20, 90};
  private static final Duration[] LATE = {
    Duration.ofMillis(300),
    Duration.ofMillis(900),
    Duration.ofSeconds(3),
    Duration.ofSeconds(7),
    Duration.ofSeconds(15),
    Duration.ofSeconds(70)
  };

  /**
   * Calls, on a thread of the calling process.
   *
   * @throws Unanswered if no request got an answer in time, or all were refused
   */
  public <T> T call(Call<T> call) {
    Fault fault = Fault.ANSWER_LOST;
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      Optional<Fault> refusal = refusal(call);
      if (refusal.isEmpty()) {
        Exchange<T> exchange = new Exchange<>(call);
        Optional<T> answer = exchange.answer();
        if (answer.isPresent()) {
          return answer.get();
        }
        fault = Fault.ANSWER_LOST;
      } else {
        fault = refusal.get();
      }
      if (fault == Fault.DENIED || !scheduler.now().isBefore(call.giveUpAt())) {
        break;
      }
      pause(PAUSE);
    }
    trace.line(call.from().name(), "gives up:", call.what(), "(", fault, ")");
    throw new Unanswered(fault);
  }

  /**
   * The same as a client of the SDK makes it, which gives up after a time.
   *
   * @throws SdkClientException if it comes to nothing
   */
  public <T> T call(SimulatedProcess from, Words what, Duration timeout, Supplier<T> carriedOut) {
    try {
      return call(new Call<>(from, what, scheduler.now().plus(timeout), carriedOut));
    } catch (Unanswered e) {
      throw SdkClientException.create(what + " came to nothing", e);
    }
  }

  private Optional<Fault> refusal(Call<?> call) {
    Optional<Fault> refusal =
        faults.happens(Fault.THROTTLED)
            ? Optional.of(Fault.THROTTLED)
            : faults.happens(Fault.DENIED) ? Optional.of(Fault.DENIED) : Optional.empty();
    refusal.ifPresent(
        fault -> {
          trace.line(call.from().name(), "is refused:", call.what(), "(", fault, ")");
          pause(travel());
        });
    return refusal;
  }

  /** Waits, on a thread of a process. */
  public void pause(Duration duration) {
    scheduler.await(() -> false, scheduler.now().plus(duration));
  }

  private Duration travel() {
    return Duration.ofMillis(TRAVEL_MILLIS[faults.pick(TRAVEL_MILLIS.length)]);
  }

  /** How long something is on its way; empty: it never arrives. */
  private Optional<Duration> way(Fault lost, Fault late) {
    if (faults.happens(lost)) {
      return Optional.empty();
    }
    return Optional.of(faults.happens(late) ? faults.pick(LATE) : travel());
  }

  /** One request and its answer. */
  private final class Exchange<T> {
    private final Call<T> call;
    private final Thread caller = Thread.currentThread();
    private Optional<T> answer = Optional.empty();

    Exchange(Call<T> call) {
      this.call = call;
    }

    Optional<T> answer() {
      Instant patience = scheduler.now().plus(ATTEMPT_TIMEOUT);
      Instant until = patience.isBefore(call.giveUpAt()) ? patience : call.giveUpAt();
      Optional<Duration> there = way(Fault.REQUEST_LOST, Fault.REQUEST_LATE);
      Optional<Duration> back = way(Fault.ANSWER_LOST, Fault.ANSWER_LATE);
      there.ifPresentOrElse(
          way -> scheduler.after(way, () -> arrived(back)),
          () -> trace.line(call.from().name(), "is not heard:", call.what()));
      boolean isHeardInTime =
          there.isPresent()
              && back.isPresent()
              && scheduler.now().plus(there.get()).plus(back.get()).isBefore(until);
      if (isHeardInTime) {
        scheduler.await(() -> answer.isPresent());
      } else {
        scheduler.await(() -> answer.isPresent(), until);
      }
      return answer;
    }

    private void arrived(Optional<Duration> back) {
      T result = call.carriedOut().get();
      trace.line(call.from().name(), call.what(), ":", new TracedAnswer(result));
      back.ifPresentOrElse(
          way -> scheduler.after(way, () -> hear(result)),
          () -> trace.line(call.from().name(), "does not hear of it"));
    }

    private void hear(T result) {
      answer = Optional.of(result);
      LockSupport.unpark(caller);
    }
  }
}
