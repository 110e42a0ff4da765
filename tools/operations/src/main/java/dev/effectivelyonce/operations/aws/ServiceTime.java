package dev.effectivelyonce.operations.aws;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import software.amazon.awssdk.core.interceptor.Context.AfterTransmission;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * The time of AWS: that of this machine, put right by the first answer. Whether a claim is live and
 * a record expired is judged by it, and it is written into what an operator settles.
 */
final class ServiceTime extends Clock implements ExecutionInterceptor {
  /** What an answer's way and its whole seconds come to. */
  private static final Duration PRECISION = Duration.ofSeconds(2);

  private final Clock own;
  private volatile Optional<Duration> ahead = Optional.empty();

  ServiceTime(Clock own) {
    this.own = own;
  }

  /** The first one counts: a clock that is put right with each answer would jump to and fro. */
  @Override
  public void afterTransmission(AfterTransmission answer, ExecutionAttributes attributes) {
    ahead =
        ahead.or(
            () ->
                answer
                    .httpResponse()
                    .firstMatchingHeader("Date")
                    .flatMap(ServiceTime::parsed)
                    .map(date -> Duration.between(own.instant(), date)));
  }

  private static Optional<Instant> parsed(String date) {
    try {
      return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  @Override
  public Instant instant() {
    return ahead
        .filter(it -> it.abs().compareTo(PRECISION) > 0)
        .map(own.instant()::plus)
        .orElseGet(own::instant);
  }

  @Override
  public ZoneId getZone() {
    return own.getZone();
  }

  /** {@inheritDoc} As it is by now: nobody asks for another zone. */
  @Override
  public Clock withZone(ZoneId zone) {
    return Clock.offset(own.withZone(zone), Duration.between(own.instant(), instant()));
  }
}
