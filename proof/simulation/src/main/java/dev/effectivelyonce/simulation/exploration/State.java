package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.simulation.exploration.Scenario.Limits;
import java.util.Arrays;
import java.util.Optional;

/** A state of a history. Never changes. */
final class State {
  /** A call that is still on its way though its caller has given up, and the attempt it is of. */
  record Late(Call call, int attempt) {}

  final long nowMillis;

  /** What may still happen. */
  final Limits left;

  final Optional<IdempotencyRecord> record;
  final Progress[] actors;
  final Facts[] attempts;
  final Late[] late;

  private State(
      long nowMillis,
      Limits left,
      Optional<IdempotencyRecord> record,
      Progress[] actors,
      Facts[] attempts,
      Late[] late) {
    this.nowMillis = nowMillis;
    this.left = left;
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
    return new State(0, scenario.limits(), Optional.empty(), actors, attempts, new Late[0]);
  }

  State at(long millis, Limits remaining) {
    return new State(millis, remaining, record, actors, attempts, late);
  }

  State left(Limits remaining) {
    return at(nowMillis, remaining);
  }

  State withRecord(Optional<IdempotencyRecord> after) {
    return new State(nowMillis, left, after, actors, attempts, late);
  }

  State withActor(int index, Progress progress) {
    Progress[] changed = actors.clone();
    changed[index] = progress;
    return new State(nowMillis, left, record, changed, attempts, late);
  }

  State withFacts(int attempt, Facts facts) {
    Facts[] changed = attempts.clone();
    changed[attempt] = facts;
    return new State(nowMillis, left, record, actors, changed, late);
  }

  /** Everything that has started belongs to the past. */
  State withAllPast() {
    Facts[] changed = attempts.clone();
    Arrays.setAll(
        changed, i -> changed[i].equals(Facts.NONE) ? Facts.NONE : changed[i].with(Facts.PAST));
    return new State(nowMillis, left, record, actors, changed, late);
  }

  State withLate(Late one) {
    Late[] more = Arrays.copyOf(late, late.length + 1);
    more[late.length] = one;
    return new State(nowMillis, left, record, actors, attempts, more);
  }

  State withoutLate(int index) {
    Late[] fewer = new Late[late.length - 1];
    System.arraycopy(late, 0, fewer, 0, index);
    System.arraycopy(late, index + 1, fewer, index, fewer.length - index);
    return new State(nowMillis, left, record, actors, attempts, fewer);
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
