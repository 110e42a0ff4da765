package dev.effectivelyonce.spring;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code effectively-once.*} of an application.
 *
 * @param table the DynamoDB table of the records; not needed if the application has a bean of the
 *     type {@code IdempotencyStore}
 * @param retention how long records are kept: longer than a message can wait in its queue and the
 *     dead-letter queue
 * @param heartbeat how long claim and message are kept from others by one renewal. A process that
 *     dies blocks its events for so long. Default: a minute
 * @param keptHeaders the headers of answers to requests that are kept besides Content-Type,
 *     Content-Language, Content-Encoding, ETag, Link and Location
 */
@ConfigurationProperties("effectively-once")
public record EffectivelyOnceProperties(
    @Nullable String table,
    @Nullable Duration retention,
    @DefaultValue("1m") Duration heartbeat,
    @DefaultValue List<String> keptHeaders) {}
