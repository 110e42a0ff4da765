package dev.effectivelyonce.benchmarks.subject;

import dev.effectivelyonce.sqs.StoreWrites;
import java.util.List;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;

/** The subjects of a comparison. */
public enum Contender {
  /** This library, with its defaults. */
  GROUPED("Effectively Once"),
  /** This library, each write a request of its own. */
  SINGLE("Effectively Once, single writes"),
  /**
   * This library, the statements of a group sent one by one: DynamoDB Local tells what each
   * consumed, but not what a group did.
   */
  STATEMENTS("Effectively Once, its statements one by one"),
  /** Powertools with its batch handler. */
  SEQUENTIAL("Powertools"),
  /** Powertools on a thread pool. */
  POOLED("Powertools, thread pool"),
  /** Powertools with its batch handler, the key found by an expression. */
  EXPRESSION("Powertools, key by JMESPath");

  private final String title;

  Contender(String title) {
    this.title = title;
  }

  /** Those of every comparison on a standard queue. */
  public static List<Contender> onStandardQueues() {
    return List.of(GROUPED, SINGLE, SEQUENTIAL, POOLED);
  }

  /** Those of a comparison of capacity on a standard queue. */
  public static List<Contender> withCapacity() {
    return List.of(GROUPED, SINGLE, STATEMENTS, SEQUENTIAL, POOLED);
  }

  /** Those whose processor time is measured. */
  public static List<Contender> withoutStore() {
    return List.of(GROUPED, SINGLE, SEQUENTIAL, POOLED, EXPRESSION);
  }

  /** Those that keep the order within a message group. */
  public static List<Contender> onFifoQueues() {
    return List.of(GROUPED, SINGLE, SEQUENTIAL);
  }

  /** The name in tables. */
  public String title() {
    return title;
  }

  /** This contender over what stands below it. */
  public Subject over(Backing backing) {
    IdempotencyConfig.Builder config = IdempotencyConfig.builder();
    return switch (this) {
      case GROUPED -> new EffectivelyOnce(backing, StoreWrites.GROUPED);
      case SINGLE -> new EffectivelyOnce(backing, StoreWrites.SINGLE);
      case STATEMENTS -> new EffectivelyOnce(oneByOne(backing), StoreWrites.GROUPED);
      case SEQUENTIAL ->
          new Powertools(backing, new PowertoolsHandler.ByParameter(), config.build());
      case POOLED ->
          new PowertoolsPool(backing, new PowertoolsHandler.ByParameter(), config.build());
      case EXPRESSION ->
          new Powertools(
              backing,
              new PowertoolsHandler.ByExpression(),
              config.withEventKeyJMESPath(PowertoolsHandler.ByExpression.KEY).build());
    };
  }

  private static Backing oneByOne(Backing backing) {
    return switch (backing) {
      case Backing.Table(var client, var name) ->
          new Backing.Table(StatementsOneByOne.through(client), name);
      case Backing.Nothing nothing -> nothing;
    };
  }
}
