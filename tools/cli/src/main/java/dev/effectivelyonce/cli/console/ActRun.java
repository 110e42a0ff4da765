package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.operations.problem.Kind;
import dev.effectivelyonce.operations.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** An act that was confirmed: how far it is, and what became of it. */
final class ActRun {
  /** What is told if more may have happened than is known. */
  static final String DOUBT =
      "All or a part of it may have happened: look at what it was about before you act again";

  /** A process that was told to end has a minute for all that it still does. */
  private static final Duration PATIENCE = Duration.ofSeconds(50);

  private static final Problem STOPPED =
      new Problem(
          Kind.INTERRUPTED,
          "It was stopped before it began: nothing was changed",
          "Choose it again");

  final int number;
  final String token;
  final Act act;
  final String reason;
  final Instant confirmedAt;
  volatile List<Act.Line> outcome = List.of();
  volatile Optional<Problem> problem = Optional.empty();
  private final Looks looks;
  private final InstantSource clock;
  private final Thread thread = Thread.ofVirtual().unstarted(this::run);
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile Optional<Instant> began = Optional.empty();
  private volatile int done;
  private volatile boolean isStopped;

  ActRun(int number, String token, Act act, String reason, Looks looks, InstantSource clock) {
    this.number = number;
    this.token = token;
    this.act = act;
    this.reason = reason;
    this.looks = looks;
    this.clock = clock;
    this.confirmedAt = clock.instant();
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      outcome =
          act.letters().isPresent()
              ? looks.inTurn(act.letters().get(), this::carryOut)
              : carryOut();
    } catch (InterruptedException | RuntimeException e) {
      problem = Optional.of(began.isEmpty() && isStopped ? STOPPED : Problem.of(e));
    } catch (Error e) {
      problem = Optional.of(new Problem(Kind.DEFECT, e.toString(), "Report it"));
      throw e;
    } finally {
      end.countDown();
    }
  }

  private List<Act.Line> carryOut() {
    return act.work().carryOut(reason, this::progress);
  }

  private void progress(int number) {
    if (began.isEmpty()) {
      began = Optional.of(clock.instant());
    }
    done = number;
  }

  /**
   * Ends an act on letters early, in order: what it has begun is ended, and the rest is left. The
   * one write of an act on a record is not cut off: nobody would know whether it happened.
   */
  void stop() {
    isStopped = true;
    if (act.letters().isPresent()) {
      thread.interrupt();
    }
  }

  boolean isOver() {
    return end.getCount() == 0;
  }

  /** Returns when it is over, or after most of a minute. */
  void awaitEnd() {
    try {
      end.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether more may have happened than is known. */
  boolean isInDoubt() {
    boolean isEndKnown =
        isOver()
            && problem
                .map(Problem::kind)
                .filter(it -> it == Kind.UNREACHABLE || it == Kind.DEFECT)
                .isEmpty();
    return began.isPresent() && !isEndKnown;
  }

  /** Returns how far it is, in a sentence without its end. */
  String state() {
    if (isOver()) {
      return problem.map(Problem::problem).orElse("It is over");
    }
    if (isStopped) {
      return "It is being stopped: what was begun is ended";
    }
    return began
        .map(this::rate)
        .orElse(
            act.letters().isPresent()
                ? "It waits until no look and no other act holds these dead letters"
                : "It begins");
  }

  private String rate(Instant since) {
    long millis = Math.max(1, Duration.between(since, clock.instant()).toMillis());
    return String.format(
        Locale.ROOT, "%,d of %,d, %.1f a second", done, act.count(), done * 1000.0 / millis);
  }

  /** Returns what became of it as far as that is known, in a line. */
  String text() {
    StringBuilder text = new StringBuilder(act.title()).append(": ");
    text.append(isOver() ? state() : "It has not ended in time");
    outcome.forEach(it -> text.append("; ").append(it.name()).append(": ").append(it.value()));
    return isInDoubt() ? text.append(". ").append(DOUBT).toString() : text.toString();
  }
}
