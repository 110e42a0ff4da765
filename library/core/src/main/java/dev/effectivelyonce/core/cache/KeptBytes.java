package dev.effectivelyonce.core.cache;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.Generation;
import dev.effectivelyonce.core.key.PayloadCheck;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.TraceParent;
import java.util.Optional;
import java.util.Set;

/** Estimates the heap that a remembered record takes; rather too much than too little. */
final class KeptBytes {
  /** A record with its times, its wrappers and its places in the maps, but without its texts. */
  private static final long RECORD = 384;

  /** A step without its texts. */
  private static final long STEP = 160;

  /** A text without its characters, and its place in what holds it. */
  private static final long TEXT = 80;

  private KeptBytes() {}

  /**
   * @param copies the ids of messages that are remembered with the record
   */
  static long of(IdempotencyRecord record, Set<String> copies) {
    // In plain loops, since it is asked for each message.
    long bytes =
        RECORD
            + bytes(record.id().value())
            + bytes(record.owner().value())
            + bytes(record.generation().map(Generation::value))
            + bytes(record.fingerprint().map(Fingerprint::value))
            + bytes(record.readableKey())
            + bytes(record.claimant().function())
            + bytes(record.claimant().payload().map(PayloadCheck::value))
            + bytes(record.claimant().trace().map(TraceParent::value))
            + bytes(record.error().map(ErrorSummary::text))
            + bytes(record.result());
    for (Step step : record.steps()) {
      bytes += STEP + bytes(step.name()) + bytes(step.result());
      bytes += bytes(step.why().map(ErrorSummary::text));
    }
    for (String copy : copies) {
      bytes += bytes(copy);
    }
    return bytes;
  }

  private static long bytes(StoredResult result) {
    return result instanceof StoredResult.Text(String text) ? bytes(text) : 0;
  }

  private static long bytes(Optional<String> text) {
    return text.isPresent() ? bytes(text.get()) : 0;
  }

  /** Returns a text's size: one byte for each character, or two if one is outside Latin-1. */
  private static long bytes(String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) > 0xff) {
        return TEXT + 2L * length;
      }
    }
    return TEXT + length;
  }
}
