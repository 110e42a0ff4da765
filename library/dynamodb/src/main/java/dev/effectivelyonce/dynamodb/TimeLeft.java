package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.engine.Platform;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The time that calls have: the client's own bounds, or less where the invocation ends before. It
 * uses the machine's clock, as the SDK's bounds do, even if a test gives the engine another.
 *
 * @param deadline when the invocation ends; empty: never
 * @param call the client's bound of a call, if it has one
 * @param attempt the client's bound of an attempt, if it has one
 */
record TimeLeft(
    Clock clock, Optional<Instant> deadline, Optional<Duration> call, Optional<Duration> attempt) {

  /** Returns the client's own bounds: asked for once, since each answer is made anew. */
  static TimeLeft of(DynamoDbClient client) {
    ClientOverrideConfiguration bounds =
        client.serviceClientConfiguration().overrideConfiguration();
    return new TimeLeft(
        Platform.system().clock(),
        Optional.empty(),
        bounds.apiCallTimeout(),
        bounds.apiCallAttemptTimeout());
  }

  TimeLeft until(Instant end) {
    return new TimeLeft(clock, Optional.of(end), call, attempt);
  }

  /** Returns the request, with a shorter bound if less time is left than the client would take. */
  @SuppressWarnings("unchecked") // A builder of the SDK builds the type that made it.
  <R extends DynamoDbRequest> R bound(R request) {
    return deadline
        .map(end -> Duration.between(clock.instant(), end))
        .filter(left -> left.isPositive() && call.filter(it -> it.compareTo(left) <= 0).isEmpty())
        .map(left -> (R) request.toBuilder().overrideConfiguration(within(left)).build())
        .orElse(request);
  }

  private AwsRequestOverrideConfiguration within(Duration left) {
    Duration shorter = attempt.filter(it -> it.compareTo(left) < 0).orElse(left);
    return AwsRequestOverrideConfiguration.builder()
        .apiCallTimeout(left)
        .apiCallAttemptTimeout(shorter)
        .build();
  }
}
