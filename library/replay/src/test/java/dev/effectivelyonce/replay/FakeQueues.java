package dev.effectivelyonce.replay;

import dev.effectivelyonce.replay.QueueException.Kind;
import dev.effectivelyonce.sqs.SourceQueue;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * A source queue and its dead-letter queue in memory, with visibility by a manual clock, and faults
 * by message id. Like SQS's client, it refuses calls of an interrupted thread. What was sent is
 * listed, not delivered.
 */
final class FakeQueues implements QueuePair {
  static final String SOURCE_ARN = "arn:aws:sqs:eu-central-1:123456789012:orders";

  /** What goes wrong with the next call for a message. */
  enum Fault {
    /** The call is not carried out. */
    FAILS,
    /** The call is carried out, and its answer is lost. */
    LOSES_ANSWER,
    /** The process dies before the call. */
    DIES,
    /** SQS refuses the message. */
    REFUSES,
    /** The call throws what nobody expects of it, with content of the message in its text. */
    THROWS
  }

  private final ManualClock clock;
  private final LinkedHashMap<String, Message> deadLetters = new LinkedHashMap<>();
  private final Map<String, Instant> hiddenUntil = new HashMap<>();
  private final Map<String, Fault> sendFaults = new HashMap<>();
  private final Map<String, Fault> deleteFaults = new HashMap<>();
  private final List<DeadLetter> sent = new ArrayList<>();
  private final List<Duration> hidings = new ArrayList<>();
  private final List<Duration> waits = new ArrayList<>();
  private Facts facts = new Facts(source(), Duration.ofDays(4), Candidate.Origin.OURS);
  private Runnable beforeReceive = () -> {};
  private Consumer<DeadLetter> onSend = letter -> {};
  private Duration hideTakes = Duration.ZERO;
  private int hides;
  private @Nullable RuntimeException broken;
  private boolean isFifo;
  private int receives;

  FakeQueues(ManualClock clock) {
    this.clock = clock;
  }

  static SourceQueue source() {
    return new SourceQueue(SOURCE_ARN, "123456789012", "orders");
  }

  /** Adds a dead letter that was sent just now. */
  synchronized void add(String id, String body) {
    add(id, body, Map.of());
  }

  synchronized void add(
      String id, String body, Map<MessageSystemAttributeName, String> attributes) {
    Map<MessageSystemAttributeName, String> all = new HashMap<>();
    all.put(
        MessageSystemAttributeName.SENT_TIMESTAMP, Long.toString(clock.instant().toEpochMilli()));
    all.put(MessageSystemAttributeName.DEAD_LETTER_QUEUE_SOURCE_ARN, SOURCE_ARN);
    all.putAll(attributes);
    deadLetters.put(
        id,
        Message.builder()
            .messageId(id)
            .receiptHandle("r-" + id)
            .body(body)
            .attributes(all)
            .build());
  }

  /** The copy of a letter is dead-lettered at once, and received before all others. */
  synchronized void comeBack(DeadLetter letter) {
    add(copyOf(letter), letter.raw().body());
    deadLetters.putFirst(copyOf(letter), deadLetters.get(copyOf(letter)));
  }

  synchronized void onSend(String id, Fault fault) {
    sendFaults.put(id, fault);
  }

  synchronized void onDelete(String id, Fault fault) {
    deleteFaults.put(id, fault);
  }

  /** Hidden messages hide the rest of their groups from now on. */
  synchronized void fifo() {
    isFifo = true;
  }

  /** Every call fails from now on. */
  synchronized void breakDown() {
    breakDown(new QueueException(Kind.FAILED, "The test broke it", "See the test", null));
  }

  /** Every call throws this from now on. */
  synchronized void breakDown(RuntimeException thrown) {
    broken = thrown;
  }

  /** Every call that hides messages takes this long from now on. */
  synchronized void hideTakes(Duration time) {
    hideTakes = time;
  }

  /** How many messages were hidden or given back. */
  synchronized int hides() {
    return hides;
  }

  synchronized void beforeReceive(Runnable action) {
    beforeReceive = action;
  }

  synchronized void onSend(Consumer<DeadLetter> action) {
    onSend = action;
  }

  synchronized void unmarked(Candidate.Origin origin) {
    facts = new Facts(source(), facts.sourceRetention(), origin);
  }

  synchronized List<String> sent() {
    return sent.stream().map(DeadLetter::id).toList();
  }

  synchronized Set<String> deadLetters() {
    return new HashSet<>(deadLetters.keySet());
  }

  /** Those that others would receive now. */
  synchronized Set<String> visible() {
    Set<String> ids = new HashSet<>(deadLetters.keySet());
    ids.removeIf(this::isHidden);
    return ids;
  }

  synchronized int receives() {
    return receives;
  }

  synchronized List<Duration> hidings() {
    return List.copyOf(hidings);
  }

  /** How long each receive would have waited for messages. */
  synchronized List<Duration> waits() {
    return List.copyOf(waits);
  }

  @Override
  public synchronized Facts facts() {
    check("facts");
    return facts;
  }

  @Override
  public synchronized List<DeadLetter> receive(int most, Duration hidden, Duration wait) {
    check("receive");
    receives++;
    beforeReceive.run();
    hidings.add(hidden);
    waits.add(wait);
    Set<String> blocked = blockedGroups();
    List<DeadLetter> received =
        deadLetters.values().stream()
            .filter(it -> !isHidden(it.messageId()))
            .map(DeadLetter::new)
            .filter(letter -> letter.group().filter(blocked::contains).isEmpty())
            .limit(most)
            .toList();
    received.forEach(letter -> hiddenUntil.put(letter.id(), clock.instant().plus(hidden)));
    return received;
  }

  @Override
  public synchronized String send(DeadLetter letter) {
    onSend.accept(letter);
    carryOut(letter, sendFaults.remove(letter.id()), () -> sent.add(letter));
    return copyOf(letter);
  }

  /** The message id of the copy that is sent of a dead letter. */
  static String copyOf(DeadLetter letter) {
    return "copy-of-" + letter.id();
  }

  @Override
  public synchronized void delete(DeadLetter letter) {
    carryOut(letter, deleteFaults.remove(letter.id()), () -> deadLetters.remove(letter.id()));
  }

  @Override
  public synchronized void hide(Collection<String> receiptHandles, Duration hidden) {
    check(receiptHandles.isEmpty() ? "SQS refuses an empty batch" : "hide");
    clock.advance(hideTakes);
    hides += receiptHandles.size();
    receiptHandles.forEach(
        handle -> hiddenUntil.put(handle.substring(2), clock.instant().plus(hidden)));
  }

  @Override
  public synchronized long depth() {
    check("depth");
    return deadLetters.size();
  }

  private void carryOut(DeadLetter letter, @Nullable Fault fault, Runnable call) {
    check("call");
    if (fault == Fault.REFUSES) {
      throw new QueueException(Kind.REFUSED, "Refused by the test", "See the test", null);
    }
    if (fault == Fault.DIES) {
      throw new Death();
    }
    if (fault == Fault.THROWS) {
      throw new IllegalStateException("About " + letter.raw().body());
    }
    if (fault != Fault.FAILS) {
      call.run();
    }
    if (fault != null) {
      throw new QueueException(Kind.FAILED, "Failed for " + letter.id(), "See the test", null);
    }
  }

  private void check(String call) {
    if (broken != null) {
      throw broken;
    }
    if (call.startsWith("SQS refuses") || Thread.currentThread().isInterrupted()) {
      throw new QueueException(Kind.FAILED, "The test broke: " + call, "See the test", null);
    }
  }

  private Set<String> blockedGroups() {
    if (!isFifo) {
      return Set.of();
    }
    Set<String> groups = new HashSet<>();
    deadLetters.values().stream()
        .filter(it -> isHidden(it.messageId()))
        .map(DeadLetter::new)
        .map(DeadLetter::group)
        .flatMap(Optional::stream)
        .forEach(groups::add);
    return groups;
  }

  private boolean isHidden(String id) {
    return clock.instant().isBefore(hiddenUntil.getOrDefault(id, Instant.MIN));
  }
}
