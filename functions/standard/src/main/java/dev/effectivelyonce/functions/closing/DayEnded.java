package dev.effectivelyonce.functions.closing;

import static java.util.Objects.requireNonNullElse;

import dev.effectivelyonce.core.key.BusinessKey;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * An event of EventBridge: a schedule's, which closes the day before, or one whose detail names the
 * day. Its own id is no key, since both name the same day.
 */
record DayEnded(String time, Detail detail) {
  /** The part that the producer of an event fills in. */
  record Detail(@Nullable String day) {}

  DayEnded {
    detail = requireNonNullElse(detail, new Detail(null));
  }

  BusinessKey key() {
    return BusinessKey.of(day().toString());
  }

  LocalDate day() {
    String named = detail.day();
    return named == null
        ? LocalDate.ofInstant(Instant.parse(time), ZoneOffset.UTC).minusDays(1)
        : LocalDate.parse(named);
  }
}
