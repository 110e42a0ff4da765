package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.sqs.ReadMessage.Usable;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Decides whether a request is about a message. */
final class RequestMatcher {
  private RequestMatcher() {}

  static boolean matches(
      Usable<?> message,
      Candidate candidate,
      Optional<IdempotencyRecord> record,
      ReplayRequest request,
      Instant now) {
    ReplayFilter filter = request.filter();
    return hasKey(message, candidate, filter.keys())
        && filter.error().map(part -> hasError(record, part)).orElse(true)
        && hasAge(message, filter, now);
  }

  private static boolean hasKey(Usable<?> message, Candidate candidate, Set<String> keys) {
    return keys.isEmpty()
        || keys.contains(message.key().readable())
        || candidate.id().filter(id -> keys.contains(id.keyHash())).isPresent();
  }

  private static boolean hasError(Optional<IdempotencyRecord> record, String part) {
    return record
        .flatMap(IdempotencyRecord::error)
        .map(error -> error.text().toLowerCase(Locale.ROOT))
        .filter(text -> text.contains(part.toLowerCase(Locale.ROOT)))
        .isPresent();
  }

  private static boolean hasAge(Usable<?> message, ReplayFilter filter, Instant now) {
    if (filter.minAge().isEmpty() && filter.maxAge().isEmpty()) {
      return true;
    }
    return message
        .message()
        .sentAt()
        .map(at -> Duration.between(at, now))
        .filter(age -> age.compareTo(filter.minAge().orElse(age)) >= 0)
        .filter(age -> age.compareTo(filter.maxAge().orElse(age)) <= 0)
        .isPresent();
  }
}
