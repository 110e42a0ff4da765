package dev.effectivelyonce.tests.sqs;

import static java.util.Comparator.comparingInt;

import dev.effectivelyonce.core.DeployedFunction;
import dev.effectivelyonce.core.cache.CacheBounds;
import dev.effectivelyonce.core.cache.CompletedCache;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.sqs.Visibility.Change;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.tests.words.Word;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What becomes of the messages of a queue, told in words. Braces are a batch. A message is the
 * order that it is about, behind {@code @} its receive count, {@code #} its id, {@code =} its
 * amount, {@code /} its group; one with {@code !} can't be read. Its id is its order, and on a FIFO
 * queue its group is the first letter of that.
 *
 * <pre>
 * fifo on:B1:retries {A1 B1 B2} -> failed b1+1s b2+1s | COMPLETED A1 RETRYABLE B1 ran A1,B1
 * </pre>
 *
 * What failed comes back after its time. What stayed hidden without having failed is told as hid.
 */
final class Batches {
  private static final Pattern MESSAGE =
      Pattern.compile("(\\w+)(?:@(\\d+))?(?:#(\\w+))?(?:=(\\d+))?(?:/(.))?(!)?");

  private final Bench bench = new Bench();
  private final List<String> told = new ArrayList<>();
  private final Set<String> orders = new TreeSet<>();
  private final List<RecordId> hits = new ArrayList<>();
  private final List<Transition.Kind> kinds = new CopyOnWriteArrayList<>();
  private UnaryOperator<SqsConsumerBuilder<Order>> settings = it -> it;
  private Optional<SqsConsumer<Order>> consumer = Optional.empty();
  private MessageIdentity<Order> identity = Bench.orders();
  private boolean isFifo;

  static void assertTold(String table) {
    Word.assertTold(table, Batches::told);
  }

  static String told(String words) {
    Batches batches = new Batches();
    Word.parsed(words).forEach(batches::happens);
    return String.join(" ", batches.told) + " | " + batches.end();
  }

  private void happens(Word word) {
    switch (word.name()) {
      case "" -> deliver(word.body());
      case "fifo" -> isFifo = true;
      case "holding" -> set(it -> it.onAbandonedClaim(AbandonedClaimPolicy.HOLD));
      case "observing" -> set(it -> it.mode(ConsumerMode.OBSERVE));
      case "single" -> set(it -> it.claims(ClaimMode.SINGLE_SHOT));
      case "beating" -> set(it -> it.heartbeat(Duration.ofSeconds(30)));
      case "reserve" -> set(it -> it.shutdownMargin(word.time()));
      case "concurrency" -> set(it -> it.concurrency(word.count(1)));
      case "cache" -> set(it -> it.completedCache(cache(word.count(1))));
      case "function" ->
          set(it -> it.settings(deployedAs(Optional.of(word.part(1)).filter(n -> !n.equals("-")))));
      case "by-order" -> identity = identity.fingerprint(it -> Fingerprint.of(it.orderId()));
      case "by-amount" -> identity = identity.fingerprint(it -> Fingerprint.of(it.amountCents()));
      case "on" -> bench.on(word.part(1), (order, delivery) -> handled(word, delivery));
      case "left" -> bench.context.endAt(bench.clock.instant().plus(word.time()));
      case "freeze" -> bench.clock.advance(word.time());
      case "pass" -> bench.timers.advance(word.time());
      case "down" -> bench.store.goDown();
      case "fail" -> bench.store.failNext(word.verb(), word.count(2), word.kind());
      case "before" ->
          bench.store.beforeNext(word.verb(), () -> word.body().forEach(this::happens));
      case "after" -> bench.store.afterNext(word.verb(), () -> word.body().forEach(this::happens));
      case "forget" -> bench.memory.forget(record(word), bench.clock.instant());
      case "hold" ->
          bench.memory.hold(record(word), new ErrorSummary("held"), record(word).stamp());
      case "misfit" -> throw new NoClassDefFoundError("com/example/Client");
      case "calls?" -> told.add(word.verb() + "*" + bench.store.calls(word.verb()));
      case "kinds?" -> told.add(kinds.toString());
      case "hits?" -> told.add("hits " + hits.size());
      case "timers?" -> told.add("timers " + bench.timers.pending());
      default -> throw new IllegalArgumentException("No such word: " + word);
    }
  }

  private void set(UnaryOperator<SqsConsumerBuilder<Order>> setting) {
    UnaryOperator<SqsConsumerBuilder<Order>> others = settings;
    settings = it -> setting.apply(others.apply(it));
    consumer = Optional.empty();
  }

  private static LambdaSettings deployedAs(Optional<String> function) {
    return new LambdaSettings(
        "table",
        Duration.ofDays(19),
        20,
        ConsumerMode.ENFORCE,
        Listing.FAILED_AND_HELD,
        Optional.empty(),
        Backoff.standard(),
        Optional.empty(),
        new DeployedFunction(Optional.of("orders"), function),
        Optional.empty());
  }

  /** Of so many entries; of none it is off. */
  private static CompletedCache cache(int entries) {
    return entries == 0
        ? CompletedCache.off()
        : CompletedCache.of(new CacheBounds(CacheBounds.standard().age(), entries, 10_000));
  }

  private IdempotencyRecord record(Word word) {
    return bench.record(word.part(1)).orElseThrow();
  }

  private SqsConsumer<Order> consumer() {
    SqsConsumer<Order> one =
        consumer.orElseGet(
            () -> settings.apply(bench.consumer(identity).observer(noting())).build());
    consumer = Optional.of(one);
    return one;
  }

  private TransitionObserver noting() {
    return new TransitionObserver() {
      @Override
      public void onTransition(Transition transition) {
        kinds.add(transition.kind());
      }

      @Override
      public void onCacheHit(RecordId record, Instant at) {
        hits.add(record);
      }
    };
  }

  private void deliver(List<Word> batch) {
    int before = bench.visibility.changes().size();
    SqsConsumer<Order> by = consumer();
    try {
      List<String> failed =
          bench.failed(by, batch.stream().map(this::message).toArray(SqsRecord[]::new));
      List<Change> changes = bench.visibility.changes();
      tell(failed, changes.subList(before, changes.size()));
    } catch (FatalProcessError e) {
      told.add("Unsound");
    }
  }

  private SqsRecord message(Word word) {
    Matcher parts = MESSAGE.matcher(word.text());
    if (!parts.matches()) {
      throw new IllegalArgumentException("No such message: " + word);
    }
    String order = parts.group(1);
    orders.add(order);
    String id = Objects.requireNonNullElse(parts.group(3), order.toLowerCase(Locale.ROOT));
    String amount = Objects.requireNonNullElse(parts.group(4), "1250");
    String group = Objects.requireNonNullElse(parts.group(5), isFifo ? order.substring(0, 1) : "-");
    SqsRecord record =
        SqsRecord.of(isFifo ? Bench.FIFO : Bench.STANDARD, id)
            .receiveCount(Integer.parseInt(Objects.requireNonNullElse(parts.group(2), "1")))
            .body(parts.group(6) == null ? Order.json(order, Long.parseLong(amount)) : "not json");
    return group.equals("-") ? record : record.group(group);
  }

  private void tell(List<String> failed, List<Change> changes) {
    told.add(failed.isEmpty() ? "done" : "failed");
    for (String id : failed) {
      told.add(
          changes.stream()
              .filter(it -> it.messageId().equals(id))
              .reduce((earlier, later) -> later)
              .map(Batches::text)
              .orElse(id));
    }
    changes.stream()
        .filter(it -> !failed.contains(it.messageId()))
        .collect(Collectors.groupingBy(Batches::text, TreeMap::new, Collectors.counting()))
        .forEach((change, times) -> told.add("hid " + change + "*" + times));
  }

  private static String text(Change change) {
    return change.messageId() + "+" + Word.text(change.after());
  }

  /** Does what is in its braces, and then ends as its third part says. */
  private HandlerResult handled(Word word, Delivery delivery) throws Exception {
    for (Word inner : word.body()) {
      if (inner.name().equals("held?")) {
        told.add(delivery.claim().isHeld() ? "held" : "lost");
      } else {
        happens(inner);
      }
    }
    return switch (word.has(2) ? word.part(2) : "completes") {
      case "completes" -> HandlerResult.completed();
      case "retries" ->
          word.has(3)
              ? HandlerResult.retryAfter(word.time(3), "busy")
              : HandlerResult.retry("busy");
      case "fails" -> HandlerResult.fail("closed");
      case "commits" -> HandlerResult.commit(InMemoryEffects.of(() -> {}), "");
      case "throws" -> throw new IOException("no answer");
      case "misfits" -> throw new NoClassDefFoundError("com/example/Client");
      case "exhausts" -> throw new OutOfMemoryError("Metaspace");
      default -> throw new IllegalArgumentException("No such end: " + word);
    };
  }

  /** The orders of each status, and those that ran: of each group in their order. */
  private String end() {
    Map<Status, List<String>> byStatus =
        orders.stream()
            .filter(it -> bench.status(it).isPresent())
            .collect(
                Collectors.groupingBy(
                    it -> bench.status(it).orElseThrow(), TreeMap::new, Collectors.toList()));
    List<String> ran = bench.ran().stream().sorted(comparingInt(it -> it.charAt(0))).toList();
    return byStatus.entrySet().stream()
            .map(it -> it.getKey() + " " + String.join(",", it.getValue()) + " ")
            .collect(Collectors.joining())
        + "ran "
        + (ran.isEmpty() ? "none" : String.join(",", ran));
  }
}
