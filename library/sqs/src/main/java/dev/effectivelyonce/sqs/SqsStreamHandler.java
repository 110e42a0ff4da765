package dev.effectivelyonce.sqs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.effectivelyonce.core.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Reads Lambda's event from its stream and passes it to {@link SqsConsumer#handle}. A function that
 * implements {@code RequestStreamHandler} with this class starts faster, because Lambda's runtime
 * loads its own JSON mapper for functions that take an {@code SQSEvent}. Safe for use by many
 * invocations at once.
 */
public final class SqsStreamHandler implements RequestStreamHandler {
  private final JsonFactory json = new JsonFactory();
  private final SqsEventReader reader = new SqsEventReader(json);
  private final SqsConsumer<?> consumer;

  /** Creates a handler that passes each batch to the consumer. */
  public SqsStreamHandler(SqsConsumer<?> consumer) {
    this.consumer = consumer;
  }

  /**
   * Handles a batch of an event source mapping or an EventBridge pipe as {@link SqsConsumer#handle}
   * does, and writes the partial batch response, which both support.
   *
   * @throws IOException if the event is not JSON; nothing has happened then
   * @throws ConfigurationException if the event is JSON but not a batch; nothing has happened then
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    SQSBatchResponse response = consumer.handle(reader.read(input), context);
    try (JsonGenerator generator = json.createGenerator(output)) {
      generator.writeStartObject();
      generator.writeArrayFieldStart("batchItemFailures");
      for (BatchItemFailure failure : response.getBatchItemFailures()) {
        generator.writeStartObject();
        generator.writeStringField("itemIdentifier", failure.getItemIdentifier());
        generator.writeEndObject();
      }
      generator.writeEndArray();
      generator.writeEndObject();
    }
  }
}
