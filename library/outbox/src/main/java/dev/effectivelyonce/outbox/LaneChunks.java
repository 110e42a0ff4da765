package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.outbox.OutboxLimits;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Splits the messages of a scan into portions of whole lanes, in order, that fit into memory. If a
 * lane does not fit, only its oldest messages are there: the younger ones wait for them anyway.
 */
final class LaneChunks implements Iterator<List<List<OutboxMessage>>> {
  /** The bytes that a message needs besides its text. */
  private static final int MESSAGE_BYTES = 1024;

  private final Iterator<OutboxMessage> scanned;
  private final int most;
  private final long mostBytes;
  private Optional<OutboxMessage> next;

  /**
   * @param scanned the messages of a lane follow each other, in no order of time
   * @param most the number of messages from which a portion takes no further lane
   * @param mostBytes of a lane
   */
  LaneChunks(Iterator<OutboxMessage> scanned, int most, long mostBytes) {
    this.scanned = scanned;
    this.most = most;
    this.mostBytes = mostBytes;
    this.next = read();
  }

  @Override
  public boolean hasNext() {
    return next.isPresent();
  }

  @Override
  public List<List<OutboxMessage>> next() {
    List<List<OutboxMessage>> lanes = new ArrayList<>();
    int count = 0;
    do {
      List<OutboxMessage> lane = lane(next.orElseThrow(NoSuchElementException::new).lane());
      lanes.add(lane);
      count += lane.size();
    } while (count < most && next.isPresent());
    return lanes;
  }

  private List<OutboxMessage> lane(String name) {
    Lane lane = new Lane();
    while (next.filter(message -> message.lane().equals(name)).isPresent()) {
      lane.add(next.orElseThrow());
      next = read();
    }
    return lane.inOrder();
  }

  private final class Lane {
    private final List<OutboxMessage> messages = new ArrayList<>();
    private Optional<OutboxMessage> end = Optional.empty();
    private long bytes;

    void add(OutboxMessage message) {
      // A younger message must not overtake one that was left out.
      if (end.filter(it -> OutboxMessage.BY_AGE.compare(message, it) >= 0).isEmpty()) {
        messages.add(message);
        bytes += bytes(message);
        if (bytes > mostBytes && messages.size() > 1) {
          keepOldest();
        }
      }
    }

    /** Keeps half of what may be there, to sort less often than for each message; at least one. */
    private void keepOldest() {
      messages.sort(OutboxMessage.BY_AGE);
      int kept = 1;
      bytes = bytes(messages.getFirst());
      while (bytes + bytes(messages.get(kept)) <= mostBytes / 2) {
        bytes += bytes(messages.get(kept));
        kept++;
      }
      end = Optional.of(messages.get(kept));
      messages.subList(kept, messages.size()).clear();
    }

    List<OutboxMessage> inOrder() {
      messages.sort(OutboxMessage.BY_AGE);
      return messages;
    }
  }

  private static long bytes(OutboxMessage message) {
    return (long) OutboxLimits.sizeBytes(message) + MESSAGE_BYTES;
  }

  private Optional<OutboxMessage> read() {
    return scanned.hasNext() ? Optional.of(scanned.next()) : Optional.empty();
  }
}
