package dev.effectivelyonce.http;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.core.JsonFactory;
import dev.effectivelyonce.core.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Lets an {@link HttpApi} read Lambda's event from its stream: payload format 2.0, of HTTP APIs and
 * function URLs. Safe for use by many invocations at once.
 */
public final class HttpStreamHandler implements RequestStreamHandler {
  private final EventReader reader;
  private final ResponseWriter writer;
  private final HttpApi api;

  /** Makes a handler that gives each request to the API. */
  public HttpStreamHandler(HttpApi api) {
    JsonFactory json = new JsonFactory();
    this.reader = new EventReader(json);
    this.writer = new ResponseWriter(json);
    this.api = api;
  }

  /**
   * Handles a request, as {@link HttpApi#handle} does, and writes the answer.
   *
   * @throws IOException if the event is not JSON; nothing has happened then
   * @throws ConfigurationException if it is JSON, but no request of payload format 2.0; nothing has
   *     happened then
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    writer.write(api.handle(reader.read(input), context), output);
  }
}
