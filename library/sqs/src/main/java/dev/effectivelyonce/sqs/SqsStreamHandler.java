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
 * Lets a consumer read Lambda's event from its stream, and then acts as {@link SqsConsumer#handle}.
 * A function that implements {@code RequestStreamHandler} with it starts faster: Lambda's runtime
 * loads its own JSON mapper for functions that take an {@code SQSEvent}. Safe for use by many
 * invocations at once.
 */
public final class SqsStreamHandler implements RequestStreamHandler {
  private final JsonFactory json = new JsonFactory();
  private final SqsEventReader reader = new SqsEventReader(json);
  private final SqsConsumer<?> consumer;

  /** Makes a handler that gives each batch to the consumer. */
  public SqsStreamHandler(SqsConsumer<?> consumer) {
    this.consumer = consumer;
  }

  /**
   * Handles a batch of an event source mapping, or of a pipe of EventBridge, as {@link
   * SqsConsumer#handle} does, and writes the partial batch response, which both understand.
   *
   * @throws IOException if the event is not JSON; nothing has happened then
   * @throws ConfigurationException if it is JSON, but no batch; nothing has happened then
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
