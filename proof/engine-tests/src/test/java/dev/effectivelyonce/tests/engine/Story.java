package dev.effectivelyonce.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.cache.CacheBounds;
import dev.effectivelyonce.core.cache.CachingStore;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.saga.Compensation;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.saga.SagaSteps;
import dev.effectivelyonce.core.steps.AttemptAbortedError;
import dev.effectivelyonce.core.steps.LookupResult;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.tests.words.HookedStore;
import dev.effectivelyonce.tests.words.Word;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What becomes of one event, told in words. A row of a table has a policy and the words, and behind
 * its arrow what they come to: each outcome in the order in which deliveries end, what a word asks
 * for, and behind the bar the record in the end, and how often the handler ran. An ellipsis is the
 * result or reason that was told just before.
 *
 * <p>Braces are a delivery, whose handler does what is between them; {@code completes} by itself is
 * a delivery whose handler does only that. A handler that says no other end completes.
 *
 * <pre>
 * RERUN retries completes -> Released#1(busy) Executed#2=r2 | COMPLETED#2=r2 ran 2
 * RERUN {lapse {} fails}  -> Executed#2=r2 Superseded#1 | COMPLETED#2=r2 ran 2
 * </pre>
 *
 * The handler of the second row outlives its lease; within it the event is delivered once more.
 */
final class Story {
  private static final Pattern THROWN =
      Pattern.compile("^java[\\w.]*\\.(\\w+) at dev\\.effectivelyonce\\.tests\\.\\S+$");
  private static final int READABLE = 48;
  private static final HandlerResult NULL = HandlerResult.retry("stands for null");
  private static final Instant FAR = Instant.parse("2200-01-01T00:00:00Z");
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration HOURS = Duration.ofHours(12);

  /** An attempt, and its saga while it is within one. */
  private record Within(Attempt attempt, Optional<SagaSteps> saga) {
    String run(String name, StepPolicy<String> policy, StepAction<String> action) throws Exception {
      return saga.isPresent()
          ? saga.get().step(name, policy, action)
          : attempt.steps().run(name, policy, action);
    }
  }

  private final Bench bench;
  private final Gateway gateway = new Gateway();
  private final IdempotencyStore view;
  private final DeliveryEngine claiming;
  private final DeliveryEngine single;
  private final DeliveryEngine observing;
  private final List<String> told = new ArrayList<>();
  private final List<Instant> beats = new ArrayList<>();
  private DeliveryEngine engine;
  private final Map<String, DeliveryEngine> caches = new HashMap<>();
  private Outcome former = new Outcome.KeyReused();
  private Optional<Fingerprint> payload = Optional.empty();
  private Duration late = Duration.ZERO;
  private Duration unused = Duration.ZERO;
  private boolean isBeating;
  private Duration lease = LEASE;
  private boolean isDead;
  private Optional<String> value = Optional.empty();
  private List<Word> last = List.of();
  private int seen;
  private int drawn;
  private int ran;
  private int effects;

  private Story(AbandonedClaimPolicy policy) {
    this.bench = new Bench(policy);
    this.view = new HookedStore(HookedStore.refusingTheInterrupted(bench.store), this::unlessDead);
    this.claiming = bench.engine(view);
    this.single = bench.singleShot(view);
    this.observing = bench.observing(view);
    this.engine = claiming;
  }

  /** Asserts that each story of the table comes to what is behind its arrow. */
  static void assertTold(String table) {
    Word.assertTold(table, Story::told);
  }

  static String told(String words) {
    int policy = words.indexOf(' ');
    Story story = new Story(AbandonedClaimPolicy.valueOf(words.substring(0, policy)));
    Word.parsed(words.substring(policy)).forEach(story::happens);
    return String.join(" ", story.told) + " | " + story.end();
  }

  private void unlessDead() {
    if (isDead) {
      throw new Crash();
    }
  }

  /** Returns how often an effect happened in the end, and whether an operator has to decide. */
  static String cameTo(AbandonedClaimPolicy policy, String words) {
    Story story = new Story(policy);
    Word.parsed(words).forEach(story::happens);
    int happened = story.effects + story.gateway.keys().size();
    String often = List.of("never", "once", "twice").get(happened);
    return story.bench.record().status() == Status.UNKNOWN ? often + ", held" : often;
  }

  /** What happens wherever it is told; any other word is a delivery whose handler does that. */
  private void happens(Word word) {
    switch (word.name()) {
      case "" -> deliver(engine, request(), word.body());
      case "doubt" -> Word.parsed("breaks:charge {charge/hold} recovers").forEach(this::happens);
      case "follow" -> follow();
      case "again" -> again(word.count(1));
      case "crash" -> crash(word.body());
      case "fast" -> deliverByAFastClock(word);
      case "claiming" -> use(claiming, false);
      case "single" -> use(single, false);
      case "observing" -> use(observing, false);
      case "keeping" ->
          use(bench.engine(view, bench.clock, serializer(word), bench.transitions::add), false);
      case "cache" -> use(caching(word.part(1)), false);
      case "beating" -> {
        use(engine, true);
        lease = word.has(1) ? word.time() : LEASE;
      }
      case "payload" ->
          payload = Optional.of(word.part(1)).filter(it -> !it.isEmpty()).map(Fingerprint::of);
      case "late" -> late = word.time();
      case "early" -> unused = word.time();
      case "lapse" -> bench.lapse();
      case "freeze" -> bench.clock.advance(word.time());
      case "pass" -> bench.timers.advance(word.time());
      case "expire" -> bench.clock.set(bench.record().stamp().keptUntil());
      case "fail" -> bench.store.failNext(word.verb(), word.count(2), word.kind());
      case "lose" -> bench.store.loseAnswerOfNext(word.verb(), word.count(2));
      case "before", "after", "ahead", "then" ->
          script(word, () -> word.body().forEach(this::happens));
      case "dies" -> die();
      case "breaks" -> gateway.after(word.part(1), () -> timeOut(word));
      case "refuses" -> gateway.after(word.part(1), Story::refuse);
      case "recovers" -> gateway.recovers();
      case "outage" ->
          throw new StoreException(StoreException.Kind.UNREACHABLE, "No answer", "Wait", null);
      case "bug" -> throw new UnsupportedOperationException("a bug of the store");
      case "overflow" -> throw new StackOverflowError();
      case "assertion" -> throw new AssertionError("an error of the store");
      case "misfit" -> throw new NoSuchMethodError("software.amazon.awssdk");
      case "interrupt" -> Thread.currentThread().interrupt();
      case "settle" -> bench.settle(Settlement.valueOf(word.part(1)));
      case "done" -> settle(step(word).done(new StoredResult.Text("found")));
      case "undone" -> settle(step(word).notDone(new ErrorSummary("not in the books")));
      case "forget" -> bench.memory.forget(bench.record(), bench.clock.instant());
      case "hold" -> bench.memory.hold(bench.record(), new ErrorSummary("lapsed"), stamp());
      case "renew" -> bench.memory.renew(bench.record(), request().leaseUntil(), stamp());
      case "takeover" -> bench.memory.takeOver(bench.record(), anothers());
      case "calls?" -> told.add(word.verb() + "*" + bench.store.calls(word.verb()));
      case "paused?" -> told.add("paused " + bench.pauses.stream().map(Word::text).toList());
      case "timers?" -> told.add("timers " + bench.timers.pending());
      case "beats?" -> told.add("beats " + beats.stream().map(this::fromNow).toList());
      case "down" -> bench.store.goDown();
      case "kept?" -> told.add(bench.record().stamp().keptUntil().isAfter(FAR) ? "kept" : "lapses");
      case "lease?" -> told.add("lease " + fromNow(bench.record().leaseUntil()));
      case "record?" -> told.add("[" + record() + "]");
      case "kinds?" -> told.add(bench.kinds().toString());
      default -> deliver(engine, request(), List.of(word));
    }
  }

  /** Nothing of the attempt reaches the store any more. */
  private void die() {
    isDead = true;
    throw new Crash();
  }

  /** Lets something happen around the next call of a verb, or around an effect. */
  private void script(Word word, Runnable action) {
    switch (word.name()) {
      case "before" -> bench.store.beforeNext(word.verb(), action);
      case "after" -> bench.store.afterNext(word.verb(), action);
      case "ahead" -> gateway.beforeNext(word.part(1), action);
      default -> gateway.after(word.part(1), action);
    }
  }

  private void follow() {
    Outcome outcome = engine.follow(request(), attempt -> handle(outside(attempt), last), former);
    told.add(text(outcome));
  }

  private void use(DeliveryEngine other, boolean withHeartbeat) {
    engine = other;
    isBeating = withHeartbeat;
  }

  /** Of any value it makes so many bytes, or what no value should come to. */
  private static ResultSerializer serializer(Word word) {
    return value ->
        switch (word.part(1)) {
          case "bytes" -> "\u00eb".repeat(word.count(2) / 2) + "a".repeat(word.count(2) % 2);
          case "half" -> "a\ud83d";
          case "null" -> absent();
          case "interrupted" -> {
            Thread.currentThread().interrupt();
            yield "text";
          }
          default -> throw thrown(word.part(1));
        };
  }

  @SuppressWarnings("NullAway") // A caller's code need not be checked for null.
  private static String absent() {
    return null;
  }

  /** The engine of an environment, with a cache of its own. */
  private DeliveryEngine caching(String environment) {
    return caches.computeIfAbsent(
        environment,
        it -> bench.engine(CachingStore.around(view, CacheBounds.standard(), bench.clock)));
  }

  private static void timeOut(Word word) {
    if (word.has(2)) {
      throw (Error) made(word.part(2));
    }
    throw new RuntimeException("timeout");
  }

  private static void refuse() {
    throw new StepFailedException("the account is closed");
  }

  private WriteTimestamp stamp() {
    return WriteTimestamp.of(bench.clock.instant(), Bench.RETENTION);
  }

  private Step step(Word word) {
    return bench.record().step(word.part(1)).orElseThrow();
  }

  private void settle(Step step) {
    bench.memory.settleStep(bench.record(), step, stamp());
  }

  private Claim anothers() {
    return new Claim(
        bench.record().id(),
        new AttemptId("another"),
        bench.record().leaseUntil().plus(Bench.TIME),
        stamp());
  }

  private Request request() {
    Instant now = bench.clock.instant();
    Instant end = now.plus(isBeating ? HOURS : Bench.TIME);
    Optional<Heartbeat> heartbeat =
        isBeating ? Optional.of(new Heartbeat(lease, beats::add)) : Optional.empty();
    return new Request(Bench.KEY, end.minus(unused), end, end.plus(Bench.MARGIN))
        .withFingerprint(payload)
        .withHeartbeat(heartbeat);
  }

  private void deliver(DeliveryEngine by, Request request, List<Word> body) {
    last = body;
    bench.clock.advance(late);
    try {
      Outcome outcome = by.execute(request, attempt -> handle(outside(attempt), body));
      former = outcome;
      tellSkips();
      told.add(text(outcome) + otherEnd(outcome));
    } catch (Crash e) {
      isDead = false;
      told.add("Crash");
    } catch (FatalProcessError e) {
      told.add("Unsound" + why(Optional.ofNullable(e.getMessage()).map(ErrorSummary::new)));
    }
    if (Thread.interrupted()) {
      told.add("interrupted");
    }
  }

  private void again(int times) {
    for (int i = 0; i < times; i++) {
      deliver(engine, request(), last);
    }
  }

  private static Within outside(Attempt attempt) {
    return new Within(attempt, Optional.empty());
  }

  private void tellSkips() {
    bench.transitions.stream()
        .skip(seen)
        .filter(it -> it.kind() == Transition.Kind.WOULD_SKIP)
        .forEach(it -> told.add("skips" + why(it.why())));
    seen = bench.transitions.size();
  }

  /** What observers were told, where that is another end than the outcome. */
  private String otherEnd(Outcome outcome) {
    String end = bench.transitions.getLast().kind().name();
    return end.replace("_", "").equalsIgnoreCase(outcome.getClass().getSimpleName())
        ? ""
        : " told " + end;
  }

  private void deliverByAFastClock(Word word) {
    Clock fast = Clock.offset(bench.clock, word.time());
    DeliveryEngine rival =
        bench.engine(bench.memory, fast, String::valueOf, bench.transitions::add);
    deliver(rival, Bench.requestAt(fast.instant()), word.body());
  }

  /** The process dies between the end of its handler and the first call after it. */
  private void crash(List<Word> body) {
    Crash.between(bench, request(), attempt -> handle(outside(attempt), body));
    told.add("Crash");
  }

  private HandlerResult handle(Within within, List<Word> body) throws Exception {
    ran++;
    value = Optional.empty();
    return result(end(within, body));
  }

  @SuppressWarnings("NullAway") // A caller's code need not be checked for null.
  private HandlerResult result(Optional<HandlerResult> end) {
    return end.isPresent() && end.get().equals(NULL) ? null : end.orElseGet(this::completed);
  }

  private Optional<HandlerResult> end(Within within, List<Word> body) throws Exception {
    for (Word word : body) {
      Optional<HandlerResult> end = end(within, word);
      if (end.isPresent()) {
        return end;
      }
    }
    return Optional.empty();
  }

  private HandlerResult completed() {
    return HandlerResult.completed(value.orElse("r" + ran));
  }

  private Optional<HandlerResult> end(Within within, Word word) throws Exception {
    return switch (word.name()) {
      case "completes" -> Optional.of(completed());
      case "acts" -> {
        effects++;
        yield Optional.empty();
      }
      case "nothing" -> Optional.of(HandlerResult.completed());
      case "retries" ->
          Optional.of(
              word.has(1)
                  ? HandlerResult.retryAfter(word.time(), "busy")
                  : HandlerResult.retry("busy"));
      case "fails" -> Optional.of(HandlerResult.fail("closed"));
      case "throws" -> throw thrown(word.has(1) ? word.part(1) : "Exception");
      case "null" -> Optional.of(NULL);
      case "commits" -> Optional.of(HandlerResult.commit(booking(), "r" + ran));
      case "books" -> Optional.of(HandlerResult.commit(booking()));
      case "yields" -> Optional.of(HandlerResult.commit(generating()));
      case "yields-beside" -> Optional.of(HandlerResult.commit(generating(), "beside"));
      case "commits-pending" ->
          Optional.of(HandlerResult.commit(booking(), new CompletableFuture<>()));
      case "overdraws" ->
          Optional.of(HandlerResult.commit(refused(HandlerResult.fail("over the balance"))));
      case "collides" ->
          Optional.of(
              HandlerResult.commit(refused(HandlerResult.retryAfter(word.time(), "raced"))));
      case "stops" -> throw within.attempt().steps().hold("Ask the customer");
      case "wants" -> {
        AttemptAbortedError ignored = within.attempt().steps().hold("Ask the customer");
        yield Optional.empty();
      }
      case "before", "after", "ahead", "then" -> {
        script(word, () -> meanwhile(within, word.body()));
        yield Optional.empty();
      }
      case "held?" -> {
        told.add(within.attempt().claim().isHeld() ? "held" : "lost");
        yield Optional.empty();
      }
      case "ensure" -> {
        within.attempt().claim().ensureHeld();
        yield Optional.empty();
      }
      case "decide" -> {
        within.attempt().steps().decide(word.part(1), word.part(2));
        yield Optional.empty();
      }
      case "stubborn" -> stubborn(within, word.body());
      case "careless" -> careless(within, word.body());
      case "saga" -> Optional.ofNullable(saga(within, word)).or(() -> Optional.of(NULL));
      case "paid" -> end(within, Word.parsed("reserve/ask+undo charge/ask+undo"));
      default -> {
        if (word.text().contains("/")) {
          value = Optional.of(run(within, word.text()));
        } else {
          happens(word);
        }
        yield Optional.empty();
      }
    };
  }

  /** Happens beside the handler, in its attempt. */
  private void meanwhile(Within within, List<Word> body) {
    try {
      Object ignored = end(within, body);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Takes whatever is thrown, and goes on. */
  private Optional<HandlerResult> stubborn(Within within, List<Word> body) {
    try {
      return end(within, body);
    } catch (AttemptAbortedError stop) {
      told.add("took " + stop.reason());
    } catch (Throwable thrown) {
      told.add("took " + thrown.getClass().getSimpleName());
    }
    return Optional.empty();
  }

  /** Takes every exception, and would have another effect then. */
  private Optional<HandlerResult> careless(Within within, List<Word> body) {
    try {
      return end(within, body);
    } catch (Exception e) {
      told.add("took " + e.getClass().getSimpleName());
      return Optional.of(HandlerResult.fail("given up"));
    }
  }

  /** Its settings are behind the colon, such as {@code saga:maxAttempts=2}. */
  private HandlerResult saga(Within within, Word word) throws Exception {
    Saga saga = Saga.over(within.attempt().steps());
    for (String setting : word.text().split(":", -1)) {
      String[] parts = setting.split("=", -1);
      saga =
          switch (parts[0]) {
            case "maxAttempts" -> saga.maxAttempts(Integer.parseInt(parts[1]));
            case "givingUpAfter" -> saga.givingUpAfter(Duration.parse("PT" + parts[1]));
            case "holdingIn" -> saga.holdingAfter(Integer.parseInt(parts[1]));
            case "holdingAfter" -> saga.holdingAfter(Duration.parse("PT" + parts[1]));
            default -> saga;
          };
    }
    return saga.run(
        steps -> {
          Within inSaga = new Within(within.attempt(), Optional.of(steps));
          return result(end(inSaga, word.body()));
        });
  }

  /** A step as {@code name/policy}, with {@code !} and how it goes wrong, or {@code +undo}. */
  private String run(Within within, String text) throws Exception {
    String name = text.substring(0, text.indexOf('/'));
    String[] how = text.substring(name.length() + 1).split("!", -1);
    String[] policy = how[0].split("\\+", -1);
    StepAction<String> action =
        how.length == 1 ? key -> gateway.does(name).perform(key) : failing(how[1]);
    return policy.length == 1
        ? within.run(name, policy(policy[0]), action)
        : within.saga().orElseThrow().step(name, policy(policy[0]), action, undoing());
  }

  private StepPolicy<String> policy(String name) {
    return switch (name) {
      case "hold" -> StepPolicy.hold(String.class);
      case "rerun" -> StepPolicy.rerun(String.class);
      case "ask" -> StepPolicy.lookup(String.class, gateway::find);
      case "knowing" -> StepPolicy.lookup(String.class, key -> LookupResult.done("found"));
      case "unknowing" -> StepPolicy.lookup(String.class, key -> LookupResult.unknown());
      case "unreachable" -> StepPolicy.lookup(String.class, Story::notReached);
      default -> throw new IllegalArgumentException("No policy: " + name);
    };
  }

  private static LookupResult<String> notReached(String key) throws TimeoutException {
    throw new TimeoutException(key);
  }

  private static StepAction<String> failing(String how) {
    return key ->
        switch (how) {
          case "timeout" -> throw new TimeoutException();
          case "undone" -> throw new StepNotDoneException("no courier");
          case "failed" -> throw new StepFailedException("declined");
          case "large" -> "x".repeat(Bench.MAX_RESULT_BYTES + 1);
          default -> throw new IllegalArgumentException("No such end: " + how);
        };
  }

  /** Such as {@code uncharge-2}, which undoes what came to {@code charge 2}. */
  private Compensation<String> undoing() {
    return Compensation.by((key, done) -> gateway.does("un" + done.replace(' ', '-')).perform(key));
  }

  private InMemoryEffects booking() {
    return InMemoryEffects.of(this::happensInStore);
  }

  /** A client, such as the AWS SDK, gives up on an interrupted thread. */
  private void happensInStore() {
    assertThat(Thread.currentThread().isInterrupted()).as("interrupted").isFalse();
    effects++;
  }

  private InMemoryEffects generating() {
    return booking().yielding(() -> "id-" + ++drawn);
  }

  private InMemoryEffects refused(HandlerResult.Unsuccessful declared) {
    return InMemoryEffects.of(() -> false, this::happensInStore, declared);
  }

  private static Exception thrown(String type) throws Exception {
    Throwable thrown = made(type);
    if (thrown instanceof Error error) {
      throw error;
    }
    return (Exception) thrown;
  }

  private static Throwable made(String type) {
    return switch (type) {
      case "IOException" -> new IOException("card 4111");
      case "AssertionError" -> new AssertionError("card 4111");
      case "Error" -> new Error("card 4111");
      case "StackOverflowError" -> new StackOverflowError();
      case "InterruptedException" -> new InterruptedException();
      case "OutOfMemoryError" -> new OutOfMemoryError("Metaspace");
      case "InternalError" -> new InternalError("card 4111");
      case "NoClassDefFoundError" -> new NoClassDefFoundError("com/example/Card");
      case "StepFailedException" -> new StepFailedException("declined");
      case "ExceptionInInitializerError" -> new ExceptionInInitializerError("card 4111");
      default -> new Exception("card 4111");
    };
  }

  private String text(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Executed(StoredResult result, int attempt) ->
          "Executed#" + attempt + text(result);
      case Outcome.Duplicate(StoredResult result, Optional<Instant> until) ->
          "Duplicate" + text(result) + until.map(this::lasting).orElse(" of the batch");
      case Outcome.InFlight(Instant until) -> "InFlight(" + fromNow(until) + ")";
      case Outcome.Released(ErrorSummary why, Optional<Duration> delay, int attempt) ->
          "Released#"
              + attempt
              + why(Optional.of(why))
              + delay.map(it -> "+" + Word.text(it)).orElse("");
      case Outcome.Failed(ErrorSummary why, int attempt) ->
          "Failed#" + attempt + why(Optional.of(why));
      case Outcome.AlreadyFailed(ErrorSummary why) -> "AlreadyFailed" + why(Optional.of(why));
      case Outcome.Held(ErrorSummary why) -> "Held" + why(Optional.of(why));
      case Outcome.KeyReused() -> "KeyReused";
      case Outcome.Superseded(int attempt) -> "Superseded#" + attempt;
      case Outcome.NotStarted(Outcome.Reason reason) -> "NotStarted(" + reason + ")";
      case Outcome.StoreFailed(StoreException cause) -> "StoreFailed(" + cause.kind() + ")";
      case Outcome.Unrecorded(StoreException cause, int attempt) ->
          "Unrecorded#" + attempt + "(" + cause.kind() + ")";
    };
  }

  private String lasting(Instant until) {
    return until.equals(bench.record().stamp().keptUntil()) ? "" : " until " + until;
  }

  private static String text(StoredResult result) {
    return switch (result) {
      case StoredResult.None() -> "";
      case StoredResult.Text(String value) ->
          "=" + (value.length() > READABLE ? value.charAt(0) + "*" + value.length() : value);
      case StoredResult.Omitted(StoredResult.Reason reason, int bytes) ->
          "=" + reason + " " + bytes;
    };
  }

  private String fromNow(Instant instant) {
    return Word.text(Duration.between(bench.clock.instant(), instant));
  }

  /** The name of an exception, or the first words of another reason. */
  private static String why(Optional<ErrorSummary> why) {
    return why.map(ErrorSummary::text)
        .map(it -> THROWN.matcher(it).replaceFirst("$1"))
        .map(it -> it.length() > READABLE ? it.substring(0, READABLE) + "…" : it)
        .map(it -> "(" + it + ")")
        .orElse("");
  }

  private String end() {
    String end = (bench.hasNoRecord() ? "absent" : record()) + " ran " + ran;
    return end + (effects == 0 ? "" : " effects " + effects) + called();
  }

  /** What a provider was called for, and how much of it happened where that is less. */
  private String called() {
    List<String> calls = gateway.calls;
    int happened = gateway.keys().size();
    return (calls.isEmpty() ? "" : " called " + String.join(",", calls))
        + (happened == calls.size() ? "" : " happened " + happened);
  }

  private String toldBefore(String text) {
    return !text.isEmpty() && !told.isEmpty() && told.getLast().contains(text) ? "…" : text;
  }

  /** Done, in doubt, not done, failed for good. */
  private static String text(Step step) {
    String state =
        switch (step.state()) {
          case INTENT -> "?";
          case DONE -> "+";
          case NOT_DONE -> "-";
          case FAILED -> "!";
        };
    return " " + state + step.name() + (step.attempt() == 1 ? "" : "#" + step.attempt());
  }

  private String record() {
    IdempotencyRecord record = bench.record();
    return record.status()
        + "#"
        + record.attempt()
        + toldBefore(text(record.result()))
        + toldBefore(why(record.error()))
        + record.steps().stream()
            .map(it -> text(it) + toldBefore(why(it.why())))
            .collect(Collectors.joining());
  }
}
