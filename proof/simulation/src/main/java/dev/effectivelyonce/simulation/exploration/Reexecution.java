package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Brings a program to where its observations lead: it runs anew from its begin and is given what it
 * was given before; where that ends, it is left with an error that it does not catch. So a program
 * needs no thread, and any number of histories can go on from any of its states.
 */
final class Reexecution implements ProgramContext {
  /**
   * Leaves the program. From then on everything it asks for ends in it. To the program it is the
   * end of its process, after which nothing is tried again.
   */
  private static final class Left extends VirtualMachineError {
    Left() {
      super("left");
    }

    /** It is thrown too often for a stack trace, which nobody reads. */
    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  private final Left leaving = new Left();
  private final Observation[] log;
  private final AskingStore store = new AskingStore(this::ask);
  private final Platform platform;
  private Wait wait = new Wait.Pause();
  private int position;
  private long nowMillis;
  private boolean left;

  private Reexecution(Observation[] log, long beginMillis, String owner) {
    this.log = log;
    this.nowMillis = beginMillis;
    InstantSource clock = this::instant;
    this.platform =
        new Platform(
            clock.withZone(ZoneOffset.UTC), () -> new AttemptId(owner), () -> 0, this::pause);
  }

  /**
   * Where a program stands.
   *
   * @param log all that it was given, in order
   * @param beginMillis when it began, by its clock
   * @param owner the id that its attempt gets
   */
  static Wait of(Program program, Observation[] log, long beginMillis, String owner) {
    Reexecution execution = new Reexecution(log, beginMillis, owner);
    try {
      return new Wait.Ended(program.run(execution));
    } catch (Left e) {
      return execution.wait;
    }
  }

  @Override
  public IdempotencyStore store() {
    return store;
  }

  @Override
  public Platform platform() {
    return platform;
  }

  @Override
  public HandlerStep handlerStep(List<HandlerStep> options) {
    return (HandlerStep) next(new Wait.Handler(options));
  }

  private Object ask(Call call) {
    Object answer = next(new Wait.Answer(call));
    if (answer.equals(Observation.NO_ANSWER)) {
      throw new StoreException(StoreException.Kind.UNREACHABLE, "No answer", "Try again", null);
    }
    return answer;
  }

  private void pause(Duration ignored) {
    Object unused = next(new Wait.Pause());
  }

  private Object next(Wait forWhat) {
    if (!left && position < log.length) {
      Observation observed = log[position++];
      nowMillis = observed.atMillis();
      return observed.given();
    }
    if (!left) {
      left = true;
      wait = forWhat;
    }
    throw leaving;
  }

  private Instant instant() {
    if (left) {
      throw leaving;
    }
    return Instant.ofEpochMilli(nowMillis);
  }
}
