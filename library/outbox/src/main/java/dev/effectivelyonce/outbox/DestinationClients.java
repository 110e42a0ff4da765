package dev.effectivelyonce.outbox;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The clients that send messages. A supplier is called when its client is needed.
 *
 * @param sqs supplies the SQS client; may return the same client each time
 * @param eventBridge supplies the EventBridge client; may return the same client each time
 */
public record DestinationClients(Supplier<SqsClient> sqs, Supplier<EventBridgeClient> eventBridge) {
  private static final Duration CALL = Duration.ofSeconds(4);

  /** Returns clients for the function's environment with a limit of {@code 4 s} for each call. */
  public static DestinationClients forLambda() {
    return new DestinationClients(
        new Once<>(DestinationClients::sqsClient),
        new Once<>(DestinationClients::eventBridgeClient));
  }

  private static SqsClient sqsClient() {
    return SqsClient.builder()
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .overrideConfiguration(bounds())
        .build();
  }

  private static EventBridgeClient eventBridgeClient() {
    return EventBridgeClient.builder()
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .overrideConfiguration(bounds())
        .build();
  }

  private static ClientOverrideConfiguration bounds() {
    return ClientOverrideConfiguration.builder().apiCallTimeout(CALL).build();
  }

  /** Makes the client at the first call. */
  private static final class Once<T> implements Supplier<T> {
    private final Supplier<T> maker;
    private @Nullable T made;

    Once(Supplier<T> maker) {
      this.maker = maker;
    }

    @Override
    public synchronized T get() {
      T present = made == null ? maker.get() : made;
      made = present;
      return present;
    }
  }
}
