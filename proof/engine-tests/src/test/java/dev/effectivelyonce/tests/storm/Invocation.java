package dev.effectivelyonce.tests.storm;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.sqs.Visibility;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;

/** One batch on its way through the consumer, and what its handlers did. */
final class Invocation {
  final int number;
  final List<Copy> batch;
  final AtomicBoolean hasRun = new AtomicBoolean();
  final Set<String> failed = ConcurrentHashMap.newKeySet();
  private final Map<String, Copy> byId;
  private final Storm storm;

  Invocation(int number, List<Copy> batch, Storm storm) {
    this.number = number;
    this.batch = List.copyOf(batch);
    this.storm = storm;
    this.byId = batch.stream().collect(Collectors.toMap(Copy::id, Function.identity()));
  }

  Copy copy(String messageId) {
    return Optional.ofNullable(byId.get(messageId)).orElseThrow();
  }

  /** The visibility of these is changed for it. */
  void changed(List<Visibility.Change> changes) {
    for (Visibility.Change change : changes) {
      Copy mine = byId.get(change.messageId());
      storm.check(
          mine != null && change.receiptHandle().equals(mine.receipt(number)),
          "batch " + number + " changed the visibility of " + change);
    }
  }

  /** Compares the answer with what happened; returns those that come back. */
  List<Copy> answered(List<String> reported) {
    Set<String> ids = new HashSet<>(reported);
    storm.check(ids.size() == reported.size(), "batch " + number + " reported an id twice");
    storm.check(
        byId.keySet().containsAll(ids), "batch " + number + " reported a message of another");
    failed.forEach(id -> storm.check(ids.contains(id), "the failure of " + id + " was lost"));
    Set<Integer> blocked = new HashSet<>();
    for (Copy copy : batch) {
      if (ids.contains(copy.id())) {
        storm.check(
            isExplained(copy) || blocked.contains(copy.group()),
            copy.id() + " was reported without cause");
        blocked.add(copy.group());
      } else {
        acknowledged(copy);
      }
    }
    List<Copy> again =
        batch.stream()
            .filter(copy -> ids.contains(copy.id()) && storm.status(copy.order()) != Status.FAILED)
            .toList();
    storm.deadLettered.add(ids.size() - again.size());
    storm.batches.increment();
    return again;
  }

  private void acknowledged(Copy copy) {
    storm.acknowledged.increment();
    String record = storm.record(copy.order()).map(Object::toString).orElse("none");
    storm.check(
        storm.status(copy.order()) == Status.COMPLETED,
        copy.id() + " was acknowledged with the record " + record);
    storm.check(
        record.contains('"' + Copy.orderId(copy.order()) + '"'),
        copy.id() + " has the result of another order: " + record);
  }

  /** Only copies wait for each other, so that a single message is never reported without cause. */
  private boolean isExplained(Copy copy) {
    return failed.contains(copy.id())
        || Copy.of(copy.order()) > 1
        || storm.status(copy.order()) == Status.FAILED;
  }
}
