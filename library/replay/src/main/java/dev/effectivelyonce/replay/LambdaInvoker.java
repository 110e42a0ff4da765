package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.replay.QueueException.Kind;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;

/** Invokes Lambda functions. Needs {@code lambda:InvokeFunction}. */
public final class LambdaInvoker implements FunctionInvoker {
  private static final JsonCodec JSON = new JacksonJson();

  /** The error codes about the event. Others concern the function or the call. */
  private static final Set<String> OF_THE_RECORD =
      Set.of("InvalidRequestContentException", "RequestTooLargeException");

  /** Too many invocations run at this moment, and there may be room for the next record. */
  private static final String THROTTLED = "TooManyRequestsException";

  private final Supplier<LambdaClient> client;

  /**
   * @param client supplies the client; called for the first record and again by many threads, so
   *     return the same client each time; the client should not retry calls, and its socket timeout
   *     must be at least {@link #LONGEST}
   */
  public LambdaInvoker(Supplier<LambdaClient> client) {
    this.client = client;
  }

  @Override
  public String invoke(String function, String event, Duration within) {
    InvokeResponse answer;
    try {
      answer =
          client
              .get()
              .invoke(
                  request ->
                      request
                          .functionName(function)
                          .payload(SdkBytes.fromUtf8String(event))
                          .overrideConfiguration(
                              it -> it.apiCallTimeout(within).apiCallAttemptTimeout(within)));
    } catch (AwsServiceException e) {
      String code =
          String.valueOf(e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode());
      throw failed(
          kindOf(code), function, "can't be invoked: %s (%s)".formatted(code, e.statusCode()), e);
    } catch (SdkException e) {
      throw failed(Kind.FAILED, function, "did not answer: " + e.getClass().getSimpleName(), e);
    }
    String payload = Optional.ofNullable(answer.payload()).map(SdkBytes::asUtf8String).orElse("");
    if (answer.functionError() != null) {
      throw failed(Kind.NOT_DONE, function, "failed: " + errorType(payload), null);
    }
    return payload;
  }

  private static Kind kindOf(String code) {
    if (OF_THE_RECORD.contains(code)) {
      return Kind.REFUSED;
    }
    return code.equals(THROTTLED) ? Kind.NOT_DONE : Kind.FAILED;
  }

  /** The message of an error may quote content, and its type does not. */
  private static String errorType(String payload) {
    try {
      return JSON.at(payload, "/errorType").orElse("it timed out or its process ended");
    } catch (EffectivelyOnceException e) {
      return "its answer can't be read";
    }
  }

  private static QueueException failed(
      Kind kind, String function, String what, @Nullable Throwable cause) {
    return new QueueException(
        kind,
        "The function " + function + " " + what,
        "Look into its log, correct it, then run again",
        cause);
  }
}
