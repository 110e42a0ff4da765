package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.engine.Platform;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The time that calls have: the client's own bounds, or less where the invocation ends before. It
 * uses the machine's clock, as the SDK's bounds do, even if a test gives the engine another.
 *
 * @param deadline when the invocation ends; empty: never
 */
record TimeLeft(Clock clock, Optional<Instant> deadline, ClientBounds bounds) {
  static TimeLeft unlimited(DynamoDbClient client) {
    return new TimeLeft(Platform.system().clock(), Optional.empty(), new ClientBounds(client));
  }

  TimeLeft until(Instant end) {
    return new TimeLeft(clock, Optional.of(end), bounds);
  }

  /** Returns the request, with a shorter bound if less time is left than the client would take. */
  @SuppressWarnings("unchecked") // A builder of the SDK builds the type that made it.
  <R extends DynamoDbRequest> R bound(R request) {
    return deadline
        .map(end -> Duration.between(clock.instant(), end))
        .filter(Duration::isPositive)
        .filter(
            left -> bounds.get().apiCallTimeout().filter(it -> it.compareTo(left) <= 0).isEmpty())
        .map(left -> (R) request.toBuilder().overrideConfiguration(within(left)).build())
        .orElse(request);
  }

  private AwsRequestOverrideConfiguration within(Duration left) {
    Duration shorter =
        bounds.get().apiCallAttemptTimeout().filter(it -> it.compareTo(left) < 0).orElse(left);
    return AwsRequestOverrideConfiguration.builder()
        .apiCallTimeout(left)
        .apiCallAttemptTimeout(shorter)
        .build();
  }

  /**
   * The client's own bounds. They are asked for once, since the client makes each answer anew, and
   * only for a deadline, since a client of a test may not know them.
   */
  static final class ClientBounds {
    private final DynamoDbClient client;
    private final AtomicReference<@Nullable ClientOverrideConfiguration> known =
        new AtomicReference<>();

    ClientBounds(DynamoDbClient client) {
      this.client = client;
    }

    ClientOverrideConfiguration get() {
      ClientOverrideConfiguration answer = known.get();
      return answer == null ? asked() : answer;
    }

    private ClientOverrideConfiguration asked() {
      ClientOverrideConfiguration answer =
          client.serviceClientConfiguration().overrideConfiguration();
      known.set(answer);
      return answer;
    }
  }
}
