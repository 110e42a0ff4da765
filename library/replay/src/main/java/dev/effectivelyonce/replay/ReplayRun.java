package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.engine.TraceSpan.Scope;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.replay.MessageReplay.Done;
import dev.effectivelyonce.replay.MessageReplay.Place;
import dev.effectivelyonce.replay.QueueException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run over a dead-letter queue, from its first poll to its report. */
final class ReplayRun {
  private static final Logger LOG = LoggerFactory.getLogger(ReplayRun.class);

  /** The time after the deadline for giving messages back. The report has to be made in it, too. */
  private static final Duration LAST_MOMENTS = Duration.ofSeconds(5);

  private static final ReplayDecision CAME_BACK = new ReplayDecision.Leave(LeaveReason.CAME_BACK);

  private static final ReplayDecision NOT_SENT = new ReplayDecision.Leave(LeaveReason.SEND_FAILED);

  private final ReplayRequest request;
  private final LetterQueue queue;
  private final RunContext run;
  private final DecisionCounter tally;
  private final DeadLetterBuffer letters;
  private final MessageReplay messages;

  /** Groups of a FIFO queue with a letter that met a fault: no later one may go before it. */
  private final Set<String> halted = new HashSet<>();

  private @Nullable String problem;

  ReplayRun(
      ReplayRequest request,
      LetterQueue queue,
      RunContext run,
      DecisionCounter tally,
      DeadLetterBuffer letters,
      MessageReplay messages) {
    this.request = request;
    this.queue = queue;
    this.run = run;
    this.tally = tally;
    this.letters = letters;
    this.messages = messages;
  }

  ReplayReport run() {
    Instant began = run.clock().instant();
    RunEnd ended = examineAll();
    String outcome = ended.name().toLowerCase(Locale.ROOT);
    run.span().ended(outcome);
    if (ended == RunEnd.FAULT) {
      run.span().failed(outcome);
    }
    return report(ended, Duration.between(began, run.clock().instant()));
  }

  private RunEnd examineAll() {
    try {
      return rounds();
    } catch (QueueException e) {
      problem = e.text();
      return RunEnd.FAULT;
    } finally {
      giveBack();
    }
  }

  /**
   * Runs rounds: a hidden message of a FIFO queue hides the rest of its group. So messages that
   * were left are given back and passed over, until that brings nothing new.
   */
  private RunEnd rounds() {
    while (true) {
      int before = tally.counts().examined();
      Optional<RunEnd> ended = round();
      if (ended.isPresent()) {
        return ended.get();
      }
      boolean isOver = !queue.isFifo() || letters.isEmpty();
      if (isOver || tally.counts().examined() == before) {
        return orFault(RunEnd.EMPTY);
      }
      showAgain();
    }
  }

  /** Examines until nothing new comes. */
  private Optional<RunEnd> round() {
    while (!letters.isDry()) {
      Optional<RunEnd> ended = reasonToEnd();
      if (ended.isEmpty()) {
        ended = examine(next());
      }
      if (ended.isPresent()) {
        return ended;
      }
    }
    return Optional.empty();
  }

  private List<DeadLetter> next() {
    try {
      return letters.next();
    } catch (RuntimeException e) {
      throw fault(e);
    }
  }

  private void showAgain() {
    try {
      letters.giveBack(Duration.ZERO);
    } catch (RuntimeException e) {
      throw fault(e);
    }
  }

  /** The exceptions of an action pass, and those of calls to the queue end the run in order. */
  private static QueueException fault(RuntimeException e) {
    return e instanceof QueueException known
        ? known
        : new QueueException(
            Kind.FAILED,
            "A call to the queue failed with " + ErrorSummary.of(e),
            "Run again, and report it if it comes again",
            e);
  }

  private Optional<RunEnd> reasonToEnd() {
    if (run.stop().get()) {
      return Optional.of(RunEnd.INTERRUPTED);
    }
    if (letters.isSentInVain()) {
      return Optional.of(RunEnd.CAME_BACK);
    }
    if (allowance() <= 0) {
      return Optional.of(orFault(RunEnd.LIMIT));
    }
    return run.clock().instant().isBefore(run.end())
        ? Optional.empty()
        : Optional.of(RunEnd.DEADLINE);
  }

  /** Returns how a run ends that did all that it was asked for, unless a group is halted. */
  private RunEnd orFault(RunEnd end) {
    return halted.isEmpty() ? end : RunEnd.FAULT;
  }

  /** Examines messages, as many at once as the limit and the kind of queue allow. */
  private Optional<RunEnd> examine(List<DeadLetter> received) {
    int next = 0;
    while (next < received.size()) {
      Optional<RunEnd> ended = reasonToEnd();
      if (ended.isPresent()) {
        return ended;
      }
      int atOnce = queue.isFifo() ? 1 : Math.min(allowance(), received.size() - next);
      List<DeadLetter> some = received.subList(next, next + atOnce);
      next += atOnce;
      if (halted.contains(group(some))) {
        continue;
      }
      List<Optional<Done>> done = examineAtOnce(letters.lanes(some));
      if (done.stream().anyMatch(Optional::isEmpty)) {
        return Optional.of(run.stop().get() ? RunEnd.INTERRUPTED : RunEnd.DEADLINE);
      }
      Optional<Examined> fault =
          fault(done.stream().flatMap(Optional::stream).map(Done::message).toList());
      if (fault.isPresent()) {
        problem = fault.get().problem().orElse(null);
        if (!halts(some, fault.get())) {
          return Optional.of(RunEnd.FAULT);
        }
      }
    }
    return Optional.empty();
  }

  /** Returns the first fault, if all at once have one, or if it concerns all. */
  private Optional<Examined> fault(List<Examined> atOnce) {
    boolean isOfAll = atOnce.stream().allMatch(Examined::isFault);
    return atOnce.stream().filter(it -> isOfAll || isOfTheFunction(it)).findFirst();
  }

  private boolean isOfTheFunction(Examined message) {
    return queue instanceof ParkingQueue && message.decision().equals(NOT_SENT);
  }

  /** Returns whether a fault halts its message group alone; that of many groups is the queue's. */
  private boolean halts(List<DeadLetter> one, Examined fault) {
    return queue.isFifo()
        && !isOfTheFunction(fault)
        && halted.add(group(one))
        && halted.size() < DeadLetterBuffer.BATCH;
  }

  private static String group(List<DeadLetter> some) {
    return some.getFirst().group().orElse("");
  }

  /** Examines lanes at once; empty for each letter that there was no time to begin. */
  private List<Optional<Done>> examineAtOnce(Collection<List<DeadLetter>> lanes) {
    List<Supplier<List<Optional<Done>>>> all = new ArrayList<>();
    lanes.forEach(lane -> all.add(() -> lane.stream().map(this::examine).toList()));
    return RunThreads.atOnce(all).stream().flatMap(List::stream).toList();
  }

  private Optional<Done> examine(DeadLetter letter) {
    try (Scope ignored = run.span().enter()) {
      Optional<Done> done = messages.examine(letter, letters.isSent(letter));
      done.ifPresent(it -> account(letter, it));
      return done;
    }
  }

  private void account(DeadLetter letter, Done done) {
    letters.examined(letter);
    done.copy().ifPresent(letters::sent);
    if (done.message().decision().equals(CAME_BACK)) {
      letters.cameBack(letter);
    }
    if (done.place() == Place.DELETED) {
      letters.deleted(letter);
    }
    tally.add(done.message());
  }

  private int allowance() {
    return request.maxMessages() - tally.limited();
  }

  private void giveBack() {
    try {
      letters.giveBack(LAST_MOMENTS);
    } catch (RuntimeException e) {
      LOG.warn("Messages that were left come back at their own time", e);
    }
  }

  private ReplayReport report(RunEnd ended, Duration elapsed) {
    return new ReplayReport(
        request.mode(),
        ended,
        Optional.ofNullable(problem).filter(ignored -> ended == RunEnd.FAULT),
        tally.counts(),
        remaining(),
        letters.blockedGroups(),
        letters.backCount(),
        tally.details(),
        tally.detailsOmitted(),
        elapsed);
  }

  private Optional<Long> remaining() {
    try {
      return Optional.of(Math.max(0, letters.depth() - letters.leftCount()));
    } catch (RuntimeException e) {
      LOG.warn("What remains is not known", e);
      return Optional.empty();
    }
  }
}
