package dev.effectivelyonce.benchmarks.subject;

import dev.effectivelyonce.benchmarks.subject.PowertoolsTwo.Mode;
import dev.effectivelyonce.core.cache.CompletedCache;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.sqs.StoreWrites;
import java.util.List;

/** The subjects of a comparison. */
public enum Contender {
  /** This library, with its defaults. */
  GROUPED("Effectively Once"),
  /** This library, with a trace of each message, whose spans are thrown away. */
  TRACED("Effectively Once, with traces"),
  /** This library, each write a request of its own. */
  SINGLE("Effectively Once, single writes"),
  /** This library, each delivery asked about. */
  WITHOUT_CACHE("Effectively Once, without the cache"),
  /** This library, and a handler that writes a row. */
  PLAIN("plain: the handler writes"),
  /** This library, and a row that is committed with the completion of a claim. */
  COMMITTED("committed, claim first"),
  /** This library, and a row that is committed with its record, without a claim. */
  SINGLE_SHOT("committed, single shot"),
  /** Powertools with its batch handler. */
  SEQUENTIAL("Powertools"),
  /** Powertools on a thread pool. */
  POOLED("Powertools, thread pool"),
  /** Powertools 2, one message after the other. */
  TWO("Powertools 2"),
  /** Powertools 2 on a thread pool. */
  TWO_POOLED("Powertools 2, thread pool"),
  /** Powertools 2 on virtual threads. */
  TWO_VIRTUAL("Powertools 2, virtual threads");

  private final String title;

  Contender(String title) {
    this.title = title;
  }

  /** Those of every comparison on a standard queue. */
  public static List<Contender> onStandardQueues() {
    return List.of(GROUPED, SINGLE, SEQUENTIAL, POOLED);
  }

  /** Those whose processor time is measured. */
  public static List<Contender> withoutStore() {
    return List.of(GROUPED, TRACED, WITHOUT_CACHE, SINGLE, SEQUENTIAL, POOLED);
  }

  /** With the cache, as by default, and without it. */
  public static List<Contender> remembering() {
    return List.of(GROUPED, WITHOUT_CACHE);
  }

  /** Those that keep the order within a message group. */
  public static List<Contender> onFifoQueues() {
    return List.of(GROUPED, SINGLE, SEQUENTIAL);
  }

  /** Those whose effect is a row in DynamoDB. */
  public static List<Contender> writingRows() {
    return List.of(PLAIN, COMMITTED, SINGLE_SHOT);
  }

  /** Powertools one message after the other: 2 where its jars are here, else 1.x. */
  public static Contender peerOneByOne() {
    return PowertoolsTwo.isHere() ? TWO : SEQUENTIAL;
  }

  /** Powertools' modes that run messages side by side; of 1.x the pool, which comes closest. */
  public static List<Contender> peersSideBySide() {
    return PowertoolsTwo.isHere() ? List.of(TWO_POOLED, TWO_VIRTUAL) : List.of(POOLED);
  }

  /** Whether it is Powertools. */
  public boolean isPeer() {
    return switch (this) {
      case SEQUENTIAL, POOLED, TWO, TWO_POOLED, TWO_VIRTUAL -> true;
      case GROUPED, TRACED, SINGLE, WITHOUT_CACHE, PLAIN, COMMITTED, SINGLE_SHOT -> false;
    };
  }

  /** Whether its effect stands in its record's transaction. */
  public boolean commits() {
    return this == COMMITTED || this == SINGLE_SHOT;
  }

  /** The name in tables. */
  public String title() {
    return title;
  }

  /** This contender over what stands below it, with a handler that ends at once. */
  public Subject over(Backing backing) {
    return over(backing, Effect.immediate());
  }

  /** This contender over what stands below it. */
  public Subject over(Backing backing, Effect effect) {
    return switch (this) {
      case GROUPED -> Subject.over(backing.store(), effect);
      case TRACED -> new Traced(backing.store(), effect);
      case SINGLE ->
          new EffectivelyOnce(
              backing.store(), effect, StoreWrites.SINGLE, CompletedCache.standard());
      case WITHOUT_CACHE ->
          new EffectivelyOnce(backing.store(), effect, StoreWrites.GROUPED, CompletedCache.off());
      case PLAIN -> Subject.over(backing.store(), effect.putting(backing.table()));
      case TWO -> new PowertoolsTwo(backing.table(), effect, Mode.ONE_BY_ONE);
      case TWO_POOLED -> new PowertoolsTwo(backing.table(), effect, Mode.POOL);
      case TWO_VIRTUAL -> new PowertoolsTwo(backing.table(), effect, Mode.VIRTUAL_THREADS);
      case COMMITTED -> EffectivelyOnce.committing(backing.table(), effect, ClaimMode.CLAIM_FIRST);
      case SINGLE_SHOT ->
          EffectivelyOnce.committing(backing.table(), effect, ClaimMode.SINGLE_SHOT);
      case SEQUENTIAL -> new Powertools(backing, effect);
      case POOLED -> new PowertoolsPool(backing, effect);
    };
  }
}
