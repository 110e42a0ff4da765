package dev.effectivelyonce.tests.storm;

import dev.effectivelyonce.core.record.IdempotencyRecord;
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
  private final Books books;
  private final Map<String, Copy> byId;
  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  Invocation(int number, List<Copy> batch, Books books) {
    this.number = number;
    this.batch = List.copyOf(batch);
    this.books = books;
    this.byId = batch.stream().collect(Collectors.toMap(Copy::id, Function.identity()));
  }

  Optional<Copy> copy(String messageId) {
    return Optional.ofNullable(byId.get(messageId));
  }

  void failed(Copy copy) {
    failed.add(copy.id());
  }

  /** The visibility of these is changed for it. */
  void changed(List<Visibility.Change> changes) {
    for (Visibility.Change change : changes) {
      Copy mine = byId.get(change.messageId());
      books.check(
          mine != null && change.receiptHandle().equals(mine.receipt(number)),
          "batch " + number + " changed the visibility of " + change);
    }
  }

  /** Compares the answer with what happened; returns those that come back. */
  List<Copy> answered(List<String> reported, RecordLookup records) {
    Set<String> ids = new HashSet<>(reported);
    books.check(ids.size() == reported.size(), "batch " + number + " reported an id twice");
    books.check(
        byId.keySet().containsAll(ids), "batch " + number + " reported a message of another");
    failed.stream()
        .filter(id -> !ids.contains(id))
        .forEach(id -> books.breach("the failure of " + id + " was lost"));
    Set<Integer> blocked = new HashSet<>();
    for (Copy copy : batch) {
      if (ids.contains(copy.id())) {
        explain(copy, blocked, records);
        blocked.add(copy.group());
      } else {
        acknowledged(copy, records);
      }
    }
    List<Copy> again =
        batch.stream()
            .filter(copy -> ids.contains(copy.id()))
            .filter(copy -> status(copy, records) != Status.FAILED)
            .toList();
    books.deadLettered.add(ids.size() - again.size());
    books.batches.increment();
    return again;
  }

  private void acknowledged(Copy copy, RecordLookup records) {
    books.acknowledged.increment();
    Optional<IdempotencyRecord> record = records.find(copy.order());
    books.check(
        record.filter(it -> it.status() == Status.COMPLETED).isPresent(),
        copy.id() + " was acknowledged with the record " + record);
    books.check(
        record
            .filter(it -> it.result().toString().contains('"' + copy.orderId() + '"'))
            .isPresent(),
        copy.id() + " has the result of another order: " + record);
  }

  /** Only copies wait for each other, so that a single message is never reported without cause. */
  private void explain(Copy copy, Set<Integer> blocked, RecordLookup records) {
    books.check(
        failed.contains(copy.id())
            || blocked.contains(copy.group())
            || Copy.of(copy.order()) > 1
            || status(copy, records) == Status.FAILED,
        copy.id() + " was reported without cause");
  }

  private static Status status(Copy copy, RecordLookup records) {
    return records.find(copy.order()).map(IdempotencyRecord::status).orElse(Status.UNKNOWN);
  }
}
