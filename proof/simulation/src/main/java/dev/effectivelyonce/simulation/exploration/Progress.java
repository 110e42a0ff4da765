package dev.effectivelyonce.simulation.exploration;

import java.util.Arrays;

/** How far an actor is. Never changes. */
final class Progress {
  static final Observation[] NOTHING = {};

  /** Stands for the answer that has not been given. */
  static final Object UNANSWERED = "unanswered";

  /** Where it is in its deliveries. */
  enum Phase {
    /** Between deliveries: the next may begin. */
    IDLE,
    /** In a delivery. */
    BUSY,
    /** It takes no more deliveries. */
    FINISHED
  }

  final Phase phase;

  /** The delivery that it is in or was last in, from 1. */
  final int delivery;

  /** When that began, by its own clock. */
  final long beganMillis;

  final Observation[] log;
  final long logHash;
  final Wait wait;

  /** What the store answered, while the answer is on its way. */
  final Object answer;

  private Progress(
      Phase phase, int delivery, long beganMillis, Observation[] log, Wait wait, Object answer) {
    this.phase = phase;
    this.delivery = delivery;
    this.beganMillis = beganMillis;
    this.log = log;
    this.logHash = hash(log);
    this.wait = wait;
    this.answer = answer;
  }

  static Progress idle(int delivery) {
    return new Progress(Phase.IDLE, delivery, 0, NOTHING, new Wait.Pause(), UNANSWERED);
  }

  static Progress finished(int delivery) {
    return new Progress(Phase.FINISHED, delivery, 0, NOTHING, new Wait.Pause(), UNANSWERED);
  }

  Progress begun(long atMillis, Wait now) {
    return new Progress(Phase.BUSY, delivery + 1, atMillis, NOTHING, now, UNANSWERED);
  }

  Progress answered(Object given) {
    return new Progress(Phase.BUSY, delivery, beganMillis, log, wait, given);
  }

  Progress moved(Observation[] longer, Wait now) {
    return new Progress(Phase.BUSY, delivery, beganMillis, longer, now, UNANSWERED);
  }

  Observation[] logWith(Observation next) {
    Observation[] longer = Arrays.copyOf(log, log.length + 1);
    longer[log.length] = next;
    return longer;
  }

  boolean isAnswered() {
    return !UNANSWERED.equals(answer);
  }

  long hash() {
    long hash = Hash.mix(Hash.of(phase), delivery);
    hash = Hash.mix(hash, beganMillis);
    hash = Hash.mix(hash, logHash);
    return isAnswered() ? Hash.mix(hash, Hash.ofGiven(answer)) : hash;
  }

  private static long hash(Observation[] log) {
    long hash = log.length;
    for (Observation one : log) {
      hash = Hash.mix(Hash.mix(hash, one.content()), one.atMillis());
    }
    return hash;
  }
}
