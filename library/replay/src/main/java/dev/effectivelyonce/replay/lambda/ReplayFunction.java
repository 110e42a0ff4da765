package dev.effectivelyonce.replay.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.replay.LoggingReplayListener;
import dev.effectivelyonce.replay.Replay;
import dev.effectivelyonce.replay.ReplayQueue;
import dev.effectivelyonce.replay.ReplayReport;
import dev.effectivelyonce.sqs.MessageIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * A Lambda function that replays the dead letters of consumers. It stops before its timeout and
 * reports what remains; invoked again, it goes on from there. Safe for use by many threads.
 *
 * <p>Write a Lambda handler that passes its events on to this: the identity of your messages is
 * your code. The construct {@code DeadLetterReplay} sets the environment and the rights.
 */
public final class ReplayFunction
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  /** The limit of one call, its retries included. */
  private static final Duration CALL_LIMIT = Duration.ofSeconds(5);

  /**
   * The time for the last message's send and delete, giving back what is left, and the depth, each
   * up to the limit of a call. Then comes the answer.
   */
  private static final Duration RESERVE = Duration.ofSeconds(30);

  /** The largest part of an invocation for the reserve: a short one has to work, too. */
  private static final int RESERVE_PART = 4;

  private final Map<String, ReplayQueue> queues;
  private final IdempotencyStore store;
  private final SqsClient sqs;
  private final Platform platform;

  private ReplayFunction(
      Map<String, ReplayQueue> queues, IdempotencyStore store, SqsClient sqs, Platform platform) {
    this.queues = queues;
    this.store = store;
    this.sqs = sqs;
    this.platform = platform;
  }

  /**
   * Returns a function for these consumers. Nothing is called before the first event.
   *
   * @param environment with {@code NAME_QUEUE_URL}, {@code NAME_DEAD_LETTER_QUEUE_URL} and {@code
   *     NAME_RETENTION} for each consumer, {@code NAME} in upper case with {@code _} for {@code -}
   * @param store the consumers'
   * @param consumers the identities of their messages, by the name that the construct was given:
   *     the very ones that the consumers are built with
   * @throws ConfigurationException if a variable is missing or malformed; its text names it and the
   *     remedy
   */
  public static ReplayFunction of(
      Map<String, String> environment,
      IdempotencyStore store,
      Map<String, MessageIdentity<?>> consumers) {
    return over(environment, store, consumers, client(), Platform.system());
  }

  static ReplayFunction over(
      Map<String, String> environment,
      IdempotencyStore store,
      Map<String, MessageIdentity<?>> consumers,
      SqsClient sqs,
      Platform platform) {
    return new ReplayFunction(ReplayQueues.from(environment, consumers), store, sqs, platform);
  }

  /**
   * Replays.
   *
   * @throws ConfigurationException if the request is malformed; nothing has happened then
   */
  @Override
  public Map<String, Object> handleRequest(@Nullable Map<String, Object> event, Context context) {
    ReplayEvent replay = ReplayEvent.of(event);
    ReplayQueue queue = queue(replay.queue());
    ReplayReport report =
        Replay.of(sqs, store, queue, platform)
            .run(
                replay.request(),
                Optional.of(deadline(context)),
                new LoggingReplayListener(queue.identity().consumer()));
    return report.toMap();
  }

  private ReplayQueue queue(String name) {
    return Optional.ofNullable(queues.get(name))
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "There is no queue \"" + name + "\" to replay",
                    "Name one of " + new TreeSet<>(queues.keySet())));
  }

  private Instant deadline(Context context) {
    Duration left = Duration.ofMillis(Math.max(0, context.getRemainingTimeInMillis()));
    Duration part = left.dividedBy(RESERVE_PART);
    Duration reserve = part.compareTo(RESERVE) < 0 ? part : RESERVE;
    return platform.clock().instant().plus(left.minus(reserve));
  }

  private static SqsClient client() {
    return SqsClient.builder()
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .overrideConfiguration(override -> override.apiCallTimeout(CALL_LIMIT))
        .build();
  }
}
