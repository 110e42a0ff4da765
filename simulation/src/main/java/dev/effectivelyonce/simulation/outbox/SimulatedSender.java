package dev.effectivelyonce.simulation.outbox;

import dev.effectivelyonce.dynamodb.outbox.OutboxLimits;
import dev.effectivelyonce.simulation.check.Copy;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Words;
import dev.effectivelyonce.simulation.queue.SimulatedMessage.Draft;
import dev.effectivelyonce.simulation.queue.SimulatedQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.SqsException;

/** The client of SQS that a publisher or sweeper has. The queue's URL is its name. */
public final class SimulatedSender implements SqsClient {
  private final Caller caller;
  private final SimulatedQueue queue;
  private final Faults faults;
  private final Supplier<String> ids;
  private final Judge judge;

  /** Who judges what the queue does. */
  public interface Judge {
    /** It gets a message. */
    void arrived(Copy copy);

    /** It says that it never takes a message. */
    void refused(String id);
  }

  /**
   * A client that sends to one queue.
   *
   * @param ids what SQS calls messages
   * @param judge is told what the queue gets and refuses
   */
  public SimulatedSender(
      Caller caller, SimulatedQueue queue, Faults faults, Supplier<String> ids, Judge judge) {
    this.caller = caller;
    this.queue = queue;
    this.faults = faults;
    this.ids = ids;
    this.judge = judge;
  }

  @Override
  public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
    List<Words> what =
        request.entries().stream().map(it -> Words.of(id(it), "=", it.messageBody())).toList();
    return caller
        .call(Words.of("SEND", what), () -> answer(request.entries()))
        .orElseThrow(SimulatedSender::refusal);
  }

  /** Empty: the request is refused, for the sake of a message that is not named. */
  private Optional<SendMessageBatchResponse> answer(List<SendMessageBatchRequestEntry> entries) {
    if (!faults.happens(Fault.REQUEST_REFUSED)) {
      return Optional.of(send(entries));
    }
    if (entries.size() == 1) {
      judge.refused(id(entries.getFirst()));
    }
    return Optional.empty();
  }

  private static AwsServiceException refusal() {
    return SqsException.builder()
        .statusCode(400)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode("InvalidMessageContents").build())
        .build();
  }

  private SendMessageBatchResponse send(List<SendMessageBatchRequestEntry> entries) {
    List<SendMessageBatchResultEntry> sent = new ArrayList<>();
    List<BatchResultErrorEntry> failed = new ArrayList<>();
    for (SendMessageBatchRequestEntry entry : entries) {
      if (faults.happens(Fault.ENTRY_FAILS)) {
        fail(entry, failed);
      } else {
        send(entry);
        sent.add(SendMessageBatchResultEntry.builder().id(entry.id()).build());
      }
    }
    return SendMessageBatchResponse.builder().successful(sent).failed(failed).build();
  }

  /** It is refused for now, or it failed within SQS, or SQS does not say, and it may be there. */
  private void fail(SendMessageBatchRequestEntry entry, List<BatchResultErrorEntry> failed) {
    int how = faults.pick(3);
    if (how > 0 && faults.pick(2) == 1) {
      send(entry);
    }
    if (how < 2) {
      String code = how == 0 ? "RequestThrottled" : "InternalError";
      failed.add(BatchResultErrorEntry.builder().id(entry.id()).code(code).build());
    }
  }

  private void send(SendMessageBatchRequestEntry entry) {
    Optional<String> group = Optional.ofNullable(entry.messageGroupId());
    Optional<String> deduplication = Optional.ofNullable(entry.messageDeduplicationId());
    judge.arrived(new Copy(id(entry), entry.messageBody(), group, deduplication));
    Map<String, String> attributes = Map.of(OutboxLimits.ID_ATTRIBUTE, id(entry));
    queue.send(new Draft(ids.get(), entry.messageBody(), group, deduplication, attributes));
  }

  private static String id(SendMessageBatchRequestEntry entry) {
    return Optional.ofNullable(entry.messageAttributes().get(OutboxLimits.ID_ATTRIBUTE))
        .map(MessageAttributeValue::stringValue)
        .orElse("no id");
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {
    // It has nothing to close.
  }
}
