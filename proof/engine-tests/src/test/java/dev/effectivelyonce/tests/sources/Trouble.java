package dev.effectivelyonce.tests.sources;

import static dev.effectivelyonce.tests.sources.Rig.PARCEL;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.tests.sources.Rig.Told;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** What a delivery meets: how its code ends, or what the store does at one of its calls. */
@SuppressWarnings("ImmutableEnumChecker") // Its functions keep nothing.
enum Trouble {
  COMPLETES(Rig::usual),
  HAS_NO_VALUE(rig -> HandlerResult.completed()),
  HAS_A_NULL_VALUE(rig -> HandlerResult.completed(absent())),
  VALUE_IS_TOO_LARGE(rig -> HandlerResult.completed(rig.answer("x".repeat(1_000_000)))),
  VALUE_HAS_NO_TEXT(rig -> HandlerResult.completed(rig.answer("half of a pair: \ud83d"))),
  RETRIES(rig -> HandlerResult.retry("busy")),
  RETRIES_UNEXPLAINED(rig -> HandlerResult.retry(textless())),
  FAILS(rig -> HandlerResult.fail("closed")),
  FAILS_UNEXPLAINED(rig -> HandlerResult.fail(textless())),
  RETURNS_NULL(rig -> nothing()),
  WORK_GOES_ON(rig -> HandlerResult.completed(new CompletableFuture<>())),
  LEAVES_AN_INTERRUPT(
      rig -> {
        Thread.currentThread().interrupt();
        return rig.usual();
      }),
  THROWS(
      rig -> {
        throw new IOException("away");
      }),
  THROWS_AN_ERROR(
      rig -> {
        throw new AssertionError("a bug");
      }),
  THROWS_AN_INTERRUPT(
      rig -> {
        Thread.currentThread().interrupt();
        throw new InterruptedException();
      }),
  OVERFLOWS_ITS_STACK(
      rig -> {
        throw new StackOverflowError();
      }),
  COPY_IN_FLIGHT(
      rig ->
          rig.deliver(PARCEL) == Told.NOT_DONE ? rig.usual() : HandlerResult.fail("The copy ran")),
  OUTLIVES_ITS_LEASE(Trouble::takenOver),

  STORE_IS_AWAY(Verb.CLAIM, (rig, claim) -> rig.store.failNext(claim, 1)),
  STORE_DENIES(Verb.CLAIM, Trouble::denied),
  CLAIM_UNANSWERED(Verb.CLAIM, (rig, claim) -> rig.store.loseAnswerOfNext(claim, 1)),
  CLAIM_ANSWERED_LATE(
      Verb.CLAIM, (rig, claim) -> rig.store.afterNext(claim, () -> rig.clock.advance(Rig.LAPSE))),
  END_IS_THROTTLED(Verb.COMPLETE, Trouble::throttled),
  END_UNANSWERED(Verb.COMPLETE, (rig, end) -> rig.store.loseAnswerOfNext(end, 2)),
  END_IS_DENIED(Verb.COMPLETE, Trouble::denied),
  END_IS_UNREADABLE(
      Verb.COMPLETE, (rig, end) -> rig.store.failNext(end, 1, StoreException.Kind.UNREADABLE)),
  DIES_AFTER_CLAIM(Verb.CLAIM, (rig, claim) -> rig.store.afterNext(claim, Trouble::die)),
  DIES_BEFORE_END(Verb.COMPLETE, (rig, end) -> rig.store.beforeNext(end, Trouble::die)),
  DIES_AFTER_END(Verb.COMPLETE, (rig, end) -> rig.store.afterNext(end, Trouble::die)),

  COMMITS(Rig::commits),
  COMMITS_NO_VALUE(rig -> HandlerResult.commit(rig.effects())),
  COMMITS_AND_YIELDS(rig -> HandlerResult.commit(rig.effects().yielding(rig::answer))),
  REFUSED_FOR_NOW(rig -> refused(rig, HandlerResult.retry("changed meanwhile"))),
  REFUSED_FOR_GOOD(rig -> refused(rig, HandlerResult.fail("over the balance"))),
  OF_ANOTHER_STORE(rig -> HandlerResult.commit(new Effects() {})),
  COMMITS_AS_A_ZOMBIE(Trouble::takenOver),
  COMMIT_IS_THROTTLED(Verb.COMMIT, Trouble::throttled),
  COMMIT_UNANSWERED(Verb.COMMIT, (rig, end) -> rig.store.loseAnswerOfNext(end, 2)),
  COMMIT_IS_DENIED(Verb.COMMIT, Trouble::denied),
  DIES_BEFORE_COMMIT(Verb.COMMIT, (rig, end) -> rig.store.beforeNext(end, Trouble::die)),
  DIES_AFTER_COMMIT(Verb.COMMIT, (rig, end) -> rig.store.afterNext(end, Trouble::die));

  /** The code of an attempt. */
  private interface Code {
    HandlerResult run(Rig rig) throws Exception;
  }

  private final Code code;
  private final BiConsumer<Rig, Verb> script;
  private final Verb verb;

  Trouble(Code code) {
    this.code = code;
    this.script = (rig, none) -> {};
    this.verb = Verb.FIND;
  }

  Trouble(Verb verb, BiConsumer<Rig, Verb> script) {
    this.code = Rig::usual;
    this.script = script;
    this.verb = verb;
  }

  /** Lets the next delivery of the rig meet it. */
  void meets(Rig rig) {
    rig.isCommitting = compareTo(COMMITS) >= 0;
    rig.doing(attempt -> code.run(rig));
    script.accept(rig, verb);
  }

  /** The next delivery, which meets nothing, comes when the lease of this one is over. */
  private static HandlerResult takenOver(Rig rig) {
    rig.doing(attempt -> rig.usual());
    rig.clock.advance(Rig.LAPSE);
    return rig.deliver(PARCEL) == Told.DONE ? rig.usual() : HandlerResult.fail("It was not taken");
  }

  private static HandlerResult refused(Rig rig, Unsuccessful declared) {
    return HandlerResult.commit(
        InMemoryEffects.of(() -> false, rig.committed::incrementAndGet, declared), rig.answer());
  }

  private static void throttled(Rig rig, Verb verb) {
    rig.store.failNext(verb, 2, StoreException.Kind.THROTTLED);
  }

  private static void denied(Rig rig, Verb verb) {
    rig.store.failNext(verb, 1, StoreException.Kind.DENIED);
  }

  private static void die() {
    throw new InternalError("the process died");
  }

  /** As from code that has no null annotations. */
  @SuppressWarnings("NullAway")
  private static HandlerResult nothing() {
    return null;
  }

  @SuppressWarnings("NullAway")
  private static String textless() {
    return new IllegalStateException().getMessage();
  }

  @SuppressWarnings("NullAway")
  private static Object absent() {
    return null;
  }
}
