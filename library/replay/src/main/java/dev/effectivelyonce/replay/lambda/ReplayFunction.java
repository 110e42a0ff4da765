package dev.effectivelyonce.replay.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.SendTracer;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.replay.FunctionInvoker;
import dev.effectivelyonce.replay.LambdaInvoker;
import dev.effectivelyonce.replay.LetterQueue;
import dev.effectivelyonce.replay.LoggingReplayListener;
import dev.effectivelyonce.replay.ParkingQueue;
import dev.effectivelyonce.replay.Replay;
import dev.effectivelyonce.replay.ReplayQueue;
import dev.effectivelyonce.replay.ReplayReport;
import dev.effectivelyonce.sqs.MessageIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * A Lambda function that replays the dead letters and the parked records of consumers. It stops
 * before its timeout and reports the remaining messages. When it is invoked again, it goes on from
 * there. Safe for use by many threads.
 *
 * <p>Write a Lambda handler that passes its events on to this class, because the identity of your
 * messages is part of your code. Parked records contain the ids of their idempotency records, so
 * their consumers need no identity. The construct {@code DeadLetterReplay} sets the environment and
 * the permissions.
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

  /** The largest part of an invocation for the shutdownMargin: a short one has to work, too. */
  private static final int RESERVE_PART = 4;

  private final Map<String, ReplayQueue> queues;
  private final Map<String, ParkingQueue> parking;
  private final FunctionInvoker functions;
  private final IdempotencyStore store;
  private final SqsClient sqs;
  private final Platform platform;
  private final SendTracer tracer;

  private ReplayFunction(
      Map<String, ReplayQueue> queues,
      Map<String, ParkingQueue> parking,
      FunctionInvoker functions,
      IdempotencyStore store,
      SqsClient sqs,
      Platform platform,
      SendTracer tracer) {
    this.queues = queues;
    this.parking = parking;
    this.functions = functions;
    this.store = store;
    this.sqs = sqs;
    this.platform = platform;
    this.tracer = tracer;
  }

  /**
   * Returns a function for these consumers. It does not call any service before the first event.
   *
   * @param environment with {@code NAME_QUEUE_URL}, {@code NAME_DEAD_LETTER_QUEUE_URL} and {@code
   *     NAME_RETENTION} for each consumer, {@code NAME} in upper case with {@code _} for {@code -};
   *     and {@code NAME_PARKING_QUEUE_URL}, {@code NAME_FUNCTION}, {@code NAME_CONSUMER} and {@code
   *     NAME_RETENTION} for each consumer that parks records
   * @param store the store of the consumers
   * @param consumers the identities of their messages, by the names that were passed to the
   *     construct; they must be the ones that the consumers are built with
   * @throws ConfigurationException if a variable is missing or malformed; the message names the
   *     variable and the remedy
   */
  public static ReplayFunction of(
      Map<String, String> environment,
      IdempotencyStore store,
      Map<String, MessageIdentity<?>> consumers) {
    return over(
        environment,
        store,
        consumers,
        client(),
        new LambdaInvoker(new LazyLambdaClient()),
        Platform.system());
  }

  static ReplayFunction over(
      Map<String, String> environment,
      IdempotencyStore store,
      Map<String, MessageIdentity<?>> consumers,
      SqsClient sqs,
      FunctionInvoker functions,
      Platform platform) {
    return new ReplayFunction(
        ReplayQueues.from(environment, consumers),
        ParkingQueues.from(environment),
        functions,
        store,
        sqs,
        platform,
        SendTracer.none());
  }

  /**
   * Returns a function like this one, with a span for each run, and one for each letter that a run
   * sends or deletes. A dry run has none. This one stays as it is. What the tracer throws is
   * logged, and has no other effect. Default: no spans.
   *
   * @param traces where the spans go, such as the {@code OpenTelemetryObserver}
   */
  public ReplayFunction tracedBy(SendTracer traces) {
    return new ReplayFunction(queues, parking, functions, store, sqs, platform, traces);
  }

  /**
   * Replays messages as the event requests.
   *
   * @throws ConfigurationException if the request is malformed; nothing has happened then
   */
  @Override
  public Map<String, Object> handleRequest(@Nullable Map<String, Object> event, Context context) {
    ReplayEvent replay = ReplayEvent.of(event);
    LetterQueue queue = queue(replay.queue());
    ReplayReport report =
        replay(queue)
            .tracedBy(tracer)
            .run(
                replay.request(),
                Optional.of(deadline(context)),
                new LoggingReplayListener(queue.consumer()));
    return report.toMap();
  }

  private Replay replay(LetterQueue queue) {
    return switch (queue) {
      case ReplayQueue letters -> Replay.of(sqs, store, letters, platform);
      case ParkingQueue parked -> Replay.ofParked(sqs, functions, store, parked, platform);
    };
  }

  private LetterQueue queue(String name) {
    return Optional.<LetterQueue>ofNullable(queues.get(name))
        .or(() -> Optional.ofNullable(parking.get(name)))
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "There is no queue \"" + name + "\" to replay", "Name one of " + names()));
  }

  private Set<String> names() {
    Set<String> names = new TreeSet<>(queues.keySet());
    names.addAll(parking.keySet());
    return names;
  }

  private Instant deadline(Context context) {
    Duration left = Duration.ofMillis(Math.max(0, context.getRemainingTimeInMillis()));
    Duration part = left.dividedBy(RESERVE_PART);
    Duration shutdownMargin = part.compareTo(RESERVE) < 0 ? part : RESERVE;
    return platform.clock().instant().plus(left.minus(shutdownMargin));
  }

  private static SqsClient client() {
    return SqsClient.builder()
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .overrideConfiguration(override -> override.apiCallTimeout(CALL_LIMIT))
        .build();
  }
}
