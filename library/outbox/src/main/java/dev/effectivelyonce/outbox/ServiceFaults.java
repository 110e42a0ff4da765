package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** Interprets errors of SQS and EventBridge. Their texts may quote content and are not used. */
final class ServiceFaults {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceFaults.class);

  /** The error codes about the message. All others concern the destination. */
  private static final Set<String> OF_THE_MESSAGE =
      Set.of(
          "AWS.SimpleQueueService.BatchRequestTooLong",
          "InvalidArgument",
          "InvalidAttributeValue",
          "InvalidMessageContents",
          "InvalidParameterCombination",
          "InvalidParameterValue",
          "InvalidParameterValueException",
          "MalformedDetail",
          "MissingParameter",
          "ValidationException");

  private ServiceFaults() {}

  /** Returns the result for an error code of one message. */
  static SendResult of(String code) {
    return OF_THE_MESSAGE.contains(code) ? new SendResult.Never(code) : new SendResult.Later(code);
  }

  /**
   * Sends in one request. Whatever else is thrown, such as by a supplier of clients, concerns this
   * destination alone too: other destinations must not wait for it.
   */
  static List<SendResult> sending(
      List<OutboxMessage> messages, Function<List<OutboxMessage>, List<SendResult>> request) {
    try {
      return request.apply(messages);
    } catch (SdkException e) {
      SendResult fate = of(e);
      return Collections.nCopies(
          messages.size(),
          fate instanceof SendResult.Never && messages.size() > 1 ? new SendResult.Alone() : fate);
    } catch (Throwable e) {
      LOG.error(
          "Messages to {} can't be sent this time: {} at {}",
          messages.getFirst().outgoing().destination(),
          e.getClass().getName(),
          Stream.of(e.getStackTrace()).findFirst().map(Object::toString).orElse("?"));
      return Collections.nCopies(
          messages.size(), new SendResult.Later(e.getClass().getSimpleName()));
    }
  }

  private static SendResult of(SdkException e) {
    if (e instanceof AwsServiceException answer) {
      String code =
          Optional.ofNullable(answer.awsErrorDetails())
              .map(AwsErrorDetails::errorCode)
              .orElse("an error");
      return answer.statusCode() < 500 ? of(code) : new SendResult.Later(code);
    }
    return new SendResult.Later(e.getClass().getSimpleName());
  }
}
