package dev.effectivelyonce.simulation.outbox;

import dev.effectivelyonce.core.outbox.OutboxLimits;
import dev.effectivelyonce.simulation.check.Copy;
import dev.effectivelyonce.simulation.check.Messages;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Words;
import dev.effectivelyonce.simulation.queue.SimulatedMessage.Draft;
import dev.effectivelyonce.simulation.queue.SimulatedQueue;
import dev.effectivelyonce.simulation.store.SimulatedClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;

/**
 * The client of SQS that a publisher or sweeper has. A queue's URL is its name.
 *
 * @param doors by URL
 * @param ids what SQS calls messages
 * @param judge is told what is sent, and what the queues get and refuse
 */
public record SimulatedSender(
    Caller caller, Map<String, Door> doors, Faults faults, Supplier<String> ids, Judge judge)
    implements SqsClient, SimulatedClient {

  /** What is behind a URL. */
  public record Door(SimulatedQueue queue, Outage outage) {}

  /**
   * Judges what a process sends and a queue does.
   *
   * @param arrived is told what the queues get
   * @param remembers whether the process sends nothing again that it was told is sent
   * @param told is sent, as the process knows
   */
  public record Judge(
      Messages messages, Consumer<Copy> arrived, boolean remembers, Set<String> told) {
    private void sends(String id) {
      if (remembers && told.contains(id)) {
        messages.sentAgain(id);
      }
    }
  }

  /**
   * What is answered.
   *
   * @param refusal of the whole request
   */
  private record Answer(SendMessageBatchResponse response, Optional<AwsServiceException> refusal) {
    static Answer refused(AwsServiceException refusal) {
      return new Answer(SendMessageBatchResponse.builder().build(), Optional.of(refusal));
    }

    @Override
    public String toString() {
      return refusal.map(it -> it.awsErrorDetails().errorCode()).orElseGet(response::toString);
    }
  }

  @Override
  public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
    List<Words> what =
        request.entries().stream().map(it -> Words.of(id(it), "=", it.messageBody())).toList();
    request.entries().forEach(it -> judge.sends(id(it)));
    Door door = Objects.requireNonNull(doors.get(request.queueUrl()));
    Answer answer = caller.call(Words.of("SEND", what), () -> answer(request.entries(), door));
    if (answer.refusal().isPresent()) {
      throw answer.refusal().get();
    }
    answer
        .response()
        .successful()
        .forEach(it -> judge.told().add(id(request.entries().get(Integer.parseInt(it.id())))));
    return answer.response();
  }

  /** It is refused for the destination's sake, or for that of a message which is not named. */
  private Answer answer(List<SendMessageBatchRequestEntry> entries, Door door) {
    Optional<AwsServiceException> away = door.outage().refusal();
    if (away.isPresent()) {
      return Answer.refused(away.get());
    }
    if (!faults.happens(Fault.REQUEST_REFUSED)) {
      return new Answer(send(entries, door.queue()), Optional.empty());
    }
    if (entries.size() == 1) {
      judge.messages().refused(id(entries.getFirst()));
    }
    return Answer.refused(Outage.refusal(400, "InvalidMessageContents"));
  }

  private SendMessageBatchResponse send(
      List<SendMessageBatchRequestEntry> entries, SimulatedQueue queue) {
    List<SendMessageBatchResultEntry> sent = new ArrayList<>();
    List<BatchResultErrorEntry> failed = new ArrayList<>();
    for (SendMessageBatchRequestEntry entry : entries) {
      if (faults.happens(Fault.ENTRY_FAILS)) {
        fail(entry, queue, failed);
      } else {
        send(entry, queue);
        sent.add(SendMessageBatchResultEntry.builder().id(entry.id()).build());
      }
    }
    return SendMessageBatchResponse.builder().successful(sent).failed(failed).build();
  }

  /** It is refused for now, or it failed within SQS, or SQS does not say, and it may be there. */
  private void fail(
      SendMessageBatchRequestEntry entry,
      SimulatedQueue queue,
      List<BatchResultErrorEntry> failed) {
    int how = faults.pick(3);
    if (how > 0 && faults.pick(2) == 1) {
      send(entry, queue);
    }
    if (how < 2) {
      String code = how == 0 ? "RequestThrottled" : "InternalError";
      failed.add(BatchResultErrorEntry.builder().id(entry.id()).code(code).build());
    }
  }

  private void send(SendMessageBatchRequestEntry entry, SimulatedQueue queue) {
    Optional<String> group = Optional.ofNullable(entry.messageGroupId());
    Optional<String> deduplication = Optional.ofNullable(entry.messageDeduplicationId());
    judge.arrived().accept(new Copy(id(entry), entry.messageBody(), group, deduplication));
    Map<String, String> attributes = Map.of(OutboxLimits.ID_ATTRIBUTE, id(entry));
    queue.send(new Draft(ids.get(), entry.messageBody(), group, deduplication, attributes));
  }

  private static String id(SendMessageBatchRequestEntry entry) {
    return Optional.ofNullable(entry.messageAttributes().get(OutboxLimits.ID_ATTRIBUTE))
        .map(MessageAttributeValue::stringValue)
        .orElse("no id");
  }
}
