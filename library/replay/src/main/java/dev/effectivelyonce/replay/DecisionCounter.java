package dev.effectivelyonce.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what a run examines, and calls its listener. Safe for use by many threads. */
final class DecisionCounter {
  private static final Logger LOG = LoggerFactory.getLogger(DecisionCounter.class);

  /** The messages that count towards the limit of a request. */
  enum Counting {
    /** The ones that are replayed or skipped. */
    ENDED,
    /** All that the request's filter chooses. */
    CHOSEN
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final RunMode mode;
  private final Counting counting;
  private final ReplayListener listener;
  private final List<Examined> details = new ArrayList<>();
  private ReplayCounts counts = ReplayCounts.NONE;
  private int detailsOmitted;

  DecisionCounter(RunMode mode, Counting counting, ReplayListener listener) {
    this.mode = mode;
    this.counting = counting;
    this.listener = listener;
  }

  void add(Examined message) {
    lock.lock();
    try {
      counts = counts.with(message);
      if (isDetail(message)) {
        keep(message);
      }
      tell(message);
    } finally {
      lock.unlock();
    }
  }

  private void tell(Examined message) {
    try {
      listener.examined(message, counts);
    } catch (Throwable thrown) {
      // Errors are caught too: a progress bar must not end the run, or lose its report.
      LOG.warn("The listener of a replay failed", thrown);
    }
  }

  /** Returns the number that counts towards the limit of the request. */
  int limited() {
    ReplayCounts now = counts();
    return switch (counting) {
      case ENDED -> now.replayed() + now.skipped();
      case CHOSEN -> now.examined() - now.decisions().getOrDefault(LeaveReason.FILTERED.name(), 0);
    };
  }

  ReplayCounts counts() {
    lock.lock();
    try {
      return counts;
    } finally {
      lock.unlock();
    }
  }

  List<Examined> details() {
    return details;
  }

  int detailsOmitted() {
    return detailsOmitted;
  }

  private void keep(Examined message) {
    if (details.size() < ReplayReport.MAX_DETAILS) {
      details.add(message);
    } else {
      detailsOmitted++;
    }
  }

  private boolean isDetail(Examined message) {
    return switch (message.decision()) {
      case ReplayDecision.Leave(LeaveReason reason) -> reason != LeaveReason.FILTERED;
      case ReplayDecision.Unreadable ignored -> true;
      case ReplayDecision.Skip ignored -> mode == RunMode.DRY_RUN;
      case ReplayDecision.Send ignored -> isWorthNaming(message);
      case ReplayDecision.Reopen ignored -> isWorthNaming(message);
    };
  }

  private boolean isWorthNaming(Examined message) {
    return mode == RunMode.DRY_RUN || message.problem().isPresent();
  }
}
