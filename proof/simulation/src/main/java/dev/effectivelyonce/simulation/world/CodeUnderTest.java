package dev.effectivelyonce.simulation.world;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.replay.Replay;
import dev.effectivelyonce.replay.ReplayQueue;
import dev.effectivelyonce.simulation.history.Plan;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.StoreModel;
import dev.effectivelyonce.simulation.lambda.BatchFunction;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.sqs.Visibility;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Duration;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The code under test, as a history uses it. The defaults are the real code; whoever wants to see a
 * history fail gives something broken.
 */
public interface CodeUnderTest {
  /** How long records are kept. */
  Duration RETENTION = Duration.ofDays(19);

  /** The real code. */
  CodeUnderTest REAL = new CodeUnderTest() {};

  /** The real code over a store. */
  static CodeUnderTest over(StoreModel store) {
    return over(store, SourceModel.SQS);
  }

  /** The real code over a store, with messages from a source. */
  static CodeUnderTest over(StoreModel store, SourceModel source) {
    return new CodeUnderTest() {
      @Override
      public SourceModel source() {
        return source;
      }

      @Override
      public StoreModel store() {
        return store;
      }
    };
  }

  /** What keeps the records of a history. */
  default StoreModel store() {
    return StoreModel.DYNAMODB;
  }

  /** Where messages come from. */
  default SourceModel source() {
    return SourceModel.SQS;
  }

  /** What a consumer is made of in one wiring. */
  record Wiring(
      MessageIdentity<Event> identity,
      Platform platform,
      IdempotencyStore store,
      Visibility visibility,
      TransitionObserver observer,
      MessageHandler<Event> handler) {}

  /** What is kept in DynamoDB, as the processes of a history reach it. */
  default IdempotencyStore records(InMemoryStore kept) {
    return kept;
  }

  /** The consumer in a wiring. */
  default BatchFunction function(Plan plan, Wiring wiring) {
    SqsConsumerBuilder<Event> consumer =
        SqsConsumer.of(wiring.identity())
            .store(wiring.store())
            .onAbandonedClaim(plan.policy())
            .retention(RETENTION)
            .maxReceiveCount(plan.maxReceives())
            .storeWrites(plan.writes())
            .claims(plan.claimsFirst() ? ClaimMode.CLAIM_FIRST : ClaimMode.SINGLE_SHOT)
            .platform(wiring.platform())
            .visibility(wiring.visibility())
            .observer(wiring.observer())
            .handler(wiring.handler());
    plan.heartbeat().ifPresent(consumer::heartbeat);
    return consumer.build()::handle;
  }

  /** The consumer of a log in a wiring. */
  default RequestStreamHandler ofLog(Plan plan, LogWiring wiring) {
    return wiring.function(plan, source());
  }

  /** A replay of the consumer's dead letters. */
  default Replay replay(
      SqsClient client, IdempotencyStore store, ReplayQueue queue, Platform platform) {
    return Replay.of(client, store, queue, platform);
  }
}
