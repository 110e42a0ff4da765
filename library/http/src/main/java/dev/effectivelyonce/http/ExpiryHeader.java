package dev.effectivelyonce.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Whether callers learn until when an answer is kept. */
enum ExpiryHeader {
  NONE,
  TOLD;

  private static final String NAME = "idempotency-key-expires";

  /** The only form of RFC 9110 (5.6.7) that senders may use: two digits of a day, always GMT. */
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  ApiResponse on(ApiResponse answer, Instant keptUntil) {
    return this == NONE ? answer : answer.header(NAME, HTTP_DATE.format(keptUntil));
  }
}
