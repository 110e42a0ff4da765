package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.util.Arrays;
import java.util.Optional;

/** A state of a history. Never changes. */
final class State {
  /** A call that is still on its way though its caller has given up, and the attempt it is of. */
  record Late(Call call, int attempt) {}

  /** What may still happen. */
  record Left(int ticks, int crashes, int faults, int expiries) {
    long hash() {
      return Hash.mix(Hash.mix(ticks, crashes), Hash.mix(faults, expiries));
    }
  }

  final long nowMillis;
  final Left left;

  /** The calls that changed the record, in order: they make the store anew. */
  final Call[] written;

  final Optional<IdempotencyRecord> record;
  final Progress[] actors;
  final Facts[] attempts;
  final Late[] late;

  private State(
      long nowMillis,
      Left left,
      Call[] written,
      Optional<IdempotencyRecord> record,
      Progress[] actors,
      Facts[] attempts,
      Late[] late) {
    this.nowMillis = nowMillis;
    this.left = left;
    this.written = written;
    this.record = record;
    this.actors = actors;
    this.attempts = attempts;
    this.late = late;
  }

  static State initial(Scenario scenario) {
    Progress[] actors = new Progress[scenario.actors().size()];
    Arrays.fill(actors, Progress.idle(0));
    Facts[] attempts = new Facts[actors.length * scenario.deliveries()];
    Arrays.fill(attempts, Facts.NONE);
    Scenario.Limits limits = scenario.limits();
    return new State(
        0,
        new Left(limits.ticks(), limits.crashes(), limits.faults(), limits.expiries()),
        new Call[0],
        Optional.empty(),
        actors,
        attempts,
        new Late[0]);
  }

  State at(long millis, Left remaining) {
    return new State(millis, remaining, written, record, actors, attempts, late);
  }

  State left(Left remaining) {
    return at(nowMillis, remaining);
  }

  State withRecord(Call call, Optional<IdempotencyRecord> after) {
    Call[] more = Arrays.copyOf(written, written.length + 1);
    more[written.length] = call;
    return new State(nowMillis, left, more, after, actors, attempts, late);
  }

  State withActor(int index, Progress progress) {
    Progress[] changed = actors.clone();
    changed[index] = progress;
    return new State(nowMillis, left, written, record, changed, attempts, late);
  }

  State withFacts(int attempt, Facts facts) {
    Facts[] changed = attempts.clone();
    changed[attempt] = facts;
    return new State(nowMillis, left, written, record, actors, changed, late);
  }

  /** Everything that has started belongs to the past. */
  State withAllPast() {
    Facts[] changed = attempts.clone();
    Arrays.setAll(
        changed, i -> changed[i].equals(Facts.NONE) ? Facts.NONE : changed[i].with(Facts.PAST));
    return new State(nowMillis, left, written, record, actors, changed, late);
  }

  State withLate(Late one) {
    Late[] more = Arrays.copyOf(late, late.length + 1);
    more[late.length] = one;
    return new State(nowMillis, left, written, record, actors, attempts, more);
  }

  State withoutLate(int index) {
    Late[] fewer = new Late[late.length - 1];
    System.arraycopy(late, 0, fewer, 0, index);
    System.arraycopy(late, index + 1, fewer, index, fewer.length - index);
    return new State(nowMillis, left, written, record, actors, attempts, fewer);
  }

  long hash() {
    long hash = Hash.mix(Hash.mix(nowMillis, left.hash()), Hash.of(record));
    for (Progress actor : actors) {
      hash = Hash.mix(hash, actor.hash());
    }
    for (Facts facts : attempts) {
      hash = Hash.mix(hash, facts.hash());
    }
    long onTheirWay = 0;
    for (Late one : late) {
      onTheirWay +=
          Hash.mix(Hash.mix(Hash.of(one.call().verb()), one.call().content()), one.attempt());
    }
    return Hash.mix(hash, onTheirWay);
  }
}
