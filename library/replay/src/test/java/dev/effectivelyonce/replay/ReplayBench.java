package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.Claimant;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.WriteResult.Written;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsMessage;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** A replay of orders with everything around it: time stands still, and a pause moves it. */
final class ReplayBench {
  static final Duration RETENTION = Duration.ofDays(19);

  record Order(String id, int cents) {}

  /** Orders are told apart by their id, and must agree in their amount. */
  static final MessageIdentity<Order> ORDERS =
      MessageIdentity.of("orders", Order.class, MessageKey.of(Order::id))
          .fingerprint(order -> Fingerprint.of(order.cents()));

  static final ReplayQueue STANDARD =
      new ReplayQueue(ORDERS, "http://sqs/1/orders", "http://sqs/1/orders-dead", RETENTION);
  static final ReplayQueue FIFO =
      new ReplayQueue(
          ORDERS, "http://sqs/1/orders.fifo", "http://sqs/1/orders-dead.fifo", RETENTION);

  /** One of each kind. */
  static List<ReplayQueue> queues() {
    return List.of(STANDARD, FIFO);
  }

  final ManualClock clock = new ManualClock();
  final InMemoryStore memory = new InMemoryStore();
  final FaultyStore store = new FaultyStore(memory);
  final FakeQueues queues = new FakeQueues(clock);
  final List<Examined> heard = new CopyOnWriteArrayList<>();
  final List<Instant> sendTimes = new CopyOnWriteArrayList<>();
  final Platform platform =
      new Platform(clock, () -> new AttemptId("unused"), () -> 0L, this::pause);

  /** The span of each attempt that follows. */
  Optional<TraceParent> trace = Optional.empty();

  private final AtomicInteger owners = new AtomicInteger();
  private Runnable duringPause = () -> {};

  ReplayBench() {
    queues.onSend(letter -> sendTimes.add(clock.instant()));
  }

  static String body(String orderId) {
    return "{\"id\":\"" + orderId + "\",\"cents\":100}";
  }

  static RecordId id(String orderId) {
    return RecordId.of(new ConsumerName("orders"), BusinessKey.of(orderId));
  }

  static String keyHash(String orderId) {
    return id(orderId).keyHash();
  }

  ReplayReport replay() {
    return replay(ReplayRequest.everything());
  }

  /** Replays everything, and returns how often it decided what. */
  Map<String, Integer> decisions() {
    return replay().counts().decisions();
  }

  ReplayReport replay(ReplayRequest request) {
    return replay(request, STANDARD);
  }

  ReplayReport replay(ReplayRequest request, ReplayQueue queue) {
    return replay(request, queue, Optional.empty());
  }

  ReplayReport replay(ReplayRequest request, ReplayQueue queue, Optional<Instant> deadline) {
    return Replay.over(queues, store, queue, platform)
        .run(request, deadline, (message, counts) -> heard.add(message));
  }

  /** What happens while a run waits for a turn. */
  void duringPause(Runnable action) {
    duringPause = action;
  }

  /** A dead letter about an order, with the id {@code m-} and the order's. */
  void letter(String orderId) {
    queues.add("m-" + orderId, body(orderId));
  }

  /** Dead letters about this many orders, whose ids are returned. */
  List<String> letters(String prefix, int count) {
    List<String> orders = IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
    orders.forEach(this::letter);
    return orders;
  }

  /** Dead letters about this many orders, whose records are in this state. */
  void letters(String prefix, int count, Status status) {
    letters(prefix, count).forEach(order -> record(order, status));
  }

  /** Puts a record of the order in this state. */
  IdempotencyRecord record(String orderId, Status status) {
    IdempotencyRecord claimed = claim(orderId);
    WriteTimestamp stamp = WriteTimestamp.of(clock.instant(), RETENTION);
    ErrorSummary why = new ErrorSummary("Gateway said " + status);
    return switch (status) {
      case INPROGRESS -> claimed;
      case COMPLETED -> written(memory.complete(claimed, StoredResult.none(), stamp));
      case RETRYABLE -> written(memory.release(claimed, why, stamp));
      case FAILED -> written(memory.fail(claimed, why, stamp));
      case UNKNOWN -> written(memory.hold(claimed, why, stamp));
    };
  }

  /** Another replay reopens the order's record, and a further attempt of it fails. */
  void failAgain(String orderId) {
    WriteTimestamp stamp = WriteTimestamp.of(clock.instant(), RETENTION);
    IdempotencyRecord failed = memory.find(id(orderId)).orElseThrow();
    IdempotencyRecord reopened = written(memory.settle(failed, Settlement.RETRYABLE, stamp));
    IdempotencyRecord running = written(memory.takeOver(reopened, newClaim(orderId)));
    written(memory.fail(running, new ErrorSummary("Again"), stamp));
  }

  /** Another replay reopens the order's record, and a further attempt of it completes. */
  void completeAfterFailure(String orderId) {
    WriteTimestamp stamp = WriteTimestamp.of(clock.instant(), RETENTION);
    IdempotencyRecord failed = memory.find(id(orderId)).orElseThrow();
    IdempotencyRecord reopened = written(memory.settle(failed, Settlement.RETRYABLE, stamp));
    IdempotencyRecord running = written(memory.takeOver(reopened, newClaim(orderId)));
    written(memory.complete(running, StoredResult.none(), stamp));
  }

  Optional<Status> status(String orderId) {
    return memory.find(id(orderId)).map(IdempotencyRecord::status);
  }

  private void pause(Duration time) {
    clock.advance(time);
    duringPause.run();
  }

  private IdempotencyRecord claim(String orderId) {
    return written(memory.claim(newClaim(orderId)));
  }

  private Claim newClaim(String orderId) {
    return new Claim(
        id(orderId),
        new AttemptId("owner-" + owners.incrementAndGet()),
        clock.instant().plusSeconds(60),
        WriteTimestamp.of(clock.instant(), RETENTION),
        Optional.of(Fingerprint.of(100)),
        Optional.of(orderId),
        new Claimant(Optional.empty(), Optional.empty(), trace));
  }

  private static IdempotencyRecord written(Object result) {
    return ((Written) result).record();
  }

  /** Returns a message as it is read from a dead-letter queue. */
  static SqsMessage message(String body, Optional<Instant> sentAt) {
    return new SqsMessage(
        Optional.of("m-1"),
        Optional.of("r-1"),
        Optional.of(body),
        Optional.of(FakeQueues.source()),
        Optional.of("g-1"),
        1,
        sentAt,
        Optional.empty(),
        Map.of());
  }
}
