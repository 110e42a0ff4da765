package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.sqs.SqsMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Decides whether a request is about a message. What is not known of a message does not match. */
final class RequestMatcher {
  private RequestMatcher() {}

  /** Returns whether it may be about the message, as far as the message itself tells. */
  static boolean mayMatch(Candidate candidate, ReplayFilter filter, Instant now) {
    SqsMessage message = candidate.received().message();
    return hasKey(candidate, filter.keys())
        && hasAge(message, filter, now)
        && isOneOf(message.messageGroup(), filter.groups())
        && isOneOf(message.messageId(), filter.messageIds());
  }

  static boolean matches(
      Candidate candidate,
      Optional<IdempotencyRecord> record,
      ReplayDecision decision,
      ReplayFilter filter,
      Instant now) {
    return mayMatch(candidate, filter, now)
        && isOneOf(Optional.of(decision.label()), filter.decisions())
        && filter.error().map(part -> hasError(record, part)).orElse(true)
        && filter
            .cause()
            .map(part -> Cause.contains(Cause.of(candidate, record, decision, now), part))
            .orElse(true);
  }

  private static boolean isOneOf(Optional<String> value, Set<String> wanted) {
    return wanted.isEmpty() || value.filter(wanted::contains).isPresent();
  }

  private static boolean hasKey(Candidate candidate, Set<String> keys) {
    return keys.isEmpty()
        || (candidate.lookup().isPresent()
            && candidate.received().key().filter(keys::contains).isPresent())
        || candidate.lookup().filter(id -> isNamed(id, candidate, keys)).isPresent();
  }

  /** A parked record has no key: it is known by the id that the asked key would have. */
  private static boolean isNamed(RecordId id, Candidate candidate, Set<String> keys) {
    return keys.contains(id.keyHash())
        || (candidate.received().key().isEmpty()
            && keys.stream().anyMatch(key -> isKeyOf(id, key) || isKeyOf(id, key.split("/", -1))));
  }

  private static boolean isKeyOf(RecordId id, String... parts) {
    try {
      BusinessKey key = BusinessKey.of(parts[0], Arrays.copyOfRange(parts, 1, parts.length));
      return RecordId.of(id.consumer(), key).equals(id);
    } catch (InvalidKeyException e) {
      return false;
    }
  }

  private static boolean hasError(Optional<IdempotencyRecord> record, String part) {
    return record
        .flatMap(IdempotencyRecord::error)
        .map(error -> error.text().toLowerCase(Locale.ROOT))
        .filter(text -> text.contains(part.toLowerCase(Locale.ROOT)))
        .isPresent();
  }

  private static boolean hasAge(SqsMessage message, ReplayFilter filter, Instant now) {
    if (filter.minAge().isEmpty() && filter.maxAge().isEmpty()) {
      return true;
    }
    return message
        .sentAt()
        .map(at -> Duration.between(at, now))
        .filter(age -> age.compareTo(filter.minAge().orElse(age)) >= 0)
        .filter(age -> age.compareTo(filter.maxAge().orElse(age)) <= 0)
        .isPresent();
  }
}
