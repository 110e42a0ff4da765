package dev.effectivelyonce.core.cache;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.Generation;
import dev.effectivelyonce.core.key.PayloadCheck;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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
    return RECORD
        + STEP * record.steps().size()
        + Stream.of(
                texts(record), record.steps().stream().flatMap(KeptBytes::texts), copies.stream())
            .flatMap(texts -> texts)
            .mapToLong(KeptBytes::bytes)
            .sum();
  }

  private static Stream<String> texts(IdempotencyRecord record) {
    return Stream.concat(
        Stream.of(record.id().value(), record.owner().value()),
        Stream.of(
                record.generation().map(Generation::value),
                record.fingerprint().map(Fingerprint::value),
                record.readableKey(),
                record.claimant().function(),
                record.claimant().payload().map(PayloadCheck::value),
                record.error().map(ErrorSummary::text),
                text(record.result()))
            .flatMap(Optional::stream));
  }

  private static Stream<String> texts(Step step) {
    return Stream.of(
            Optional.of(step.name()), text(step.result()), step.why().map(ErrorSummary::text))
        .flatMap(Optional::stream);
  }

  private static Optional<String> text(StoredResult result) {
    return result instanceof StoredResult.Text(String text) ? Optional.of(text) : Optional.empty();
  }

  /** Returns a text's size: one byte for each character, or two if one is outside Latin-1. */
  private static long bytes(String text) {
    boolean isLatin = text.chars().allMatch(it -> it < 256);
    return TEXT + (isLatin ? text.length() : 2L * text.length());
  }
}
