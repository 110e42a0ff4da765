package dev.effectivelyonce.local.eventsource.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Takes what a mapping gives up. */
@FunctionalInterface
interface Destination {
  /**
   * Returns when all of it is stored.
   *
   * @throws RuntimeException if that is not certain; the records are to be sent again
   */
  void send(Chunk givenUp);

  /** A queue: one message without the records. */
  static Destination queue(SqsClient sqs, String url, FailureRecord format) {
    return chunk -> {
      String body = format.ofBatch(chunk).toString();
      sqs.sendMessage(request -> request.queueUrl(url).messageBody(body));
    };
  }

  /** A topic: one message for each record, with its key, so that a key's order is kept. */
  static Destination topic(Producer<byte[], byte[]> producer, String topic, FailureRecord format) {
    return chunk -> {
      for (var record : chunk.records()) {
        byte[] body = format.ofRecord(chunk, record).toString().getBytes(UTF_8);
        await(producer, new ProducerRecord<>(topic, record.key(), body));
      }
    };
  }

  private static void await(
      Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> message) {
    try {
      producer.send(message).get();
    } catch (ExecutionException e) {
      throw new KafkaException("The destination took no record: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("Interrupted while a record was sent to the destination", e);
    }
  }
}
