package dev.effectivelyonce.dynamodb;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Merges the entries of shards, each oldest first, into one sequence, oldest first. */
final class OldestFirst implements Iterator<ListedEntry> {
  /** The rest of a shard, and its next entry. */
  private record Rest(ListedEntry head, Iterator<ListedEntry> tail) {}

  private final PriorityQueue<Rest> shards =
      new PriorityQueue<>(Comparator.comparing(rest -> rest.head().updatedAt()));

  private OldestFirst(List<Iterator<ListedEntry>> shards) {
    shards.forEach(this::advance);
  }

  /** Returns one stream. Each shard is read as far as the stream is, and one entry ahead. */
  static Stream<ListedEntry> merged(List<Iterator<ListedEntry>> shards) {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(
            new OldestFirst(shards), Spliterator.ORDERED | Spliterator.NONNULL),
        false);
  }

  @Override
  public boolean hasNext() {
    return !shards.isEmpty();
  }

  @Override
  public ListedEntry next() {
    Rest oldest = shards.poll();
    if (oldest == null) {
      throw new NoSuchElementException("Every shard is read to its end");
    }
    advance(oldest.tail());
    return oldest.head();
  }

  private void advance(Iterator<ListedEntry> shard) {
    if (shard.hasNext()) {
      shards.add(new Rest(shard.next(), shard));
    }
  }
}
