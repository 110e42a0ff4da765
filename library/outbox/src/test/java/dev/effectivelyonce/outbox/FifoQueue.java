package dev.effectivelyonce.outbox;

import dev.effectivelyonce.sqs.LocalSqs;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** A FIFO queue of ElasticMQ that no other test has. */
record FifoQueue(String url) {
  static FifoQueue create() {
    return new FifoQueue(
        LocalSqs.client()
            .createQueue(
                create ->
                    create
                        .queueName(UUID.randomUUID() + ".fifo")
                        .attributes(Map.of(QueueAttributeName.FIFO_QUEUE, "true")))
            .queueUrl());
  }

  /** Takes up to ten messages, and waits for a second if there is none. */
  List<Message> receive() {
    List<Message> messages =
        LocalSqs.client()
            .receiveMessage(
                receive ->
                    receive
                        .queueUrl(url)
                        .maxNumberOfMessages(10)
                        .waitTimeSeconds(1)
                        .messageAttributeNames("All")
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
            .messages();
    messages.forEach(
        it ->
            LocalSqs.client()
                .deleteMessage(done -> done.queueUrl(url).receiptHandle(it.receiptHandle())));
    return messages;
  }
}
