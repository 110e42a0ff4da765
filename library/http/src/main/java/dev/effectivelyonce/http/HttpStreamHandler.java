package dev.effectivelyonce.http;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.core.JsonFactory;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads Lambda's event from its stream and passes it to an {@link HttpApi}. It supports payload
 * format 2.0, of HTTP APIs and function URLs. Safe for use by many invocations at once.
 */
public final class HttpStreamHandler implements RequestStreamHandler {
  private static final Logger LOG = LoggerFactory.getLogger(HttpApi.class);

  private final EventReader reader;
  private final ResponseWriter writer;
  private final HttpApi api;

  /** Creates a handler that passes each request to the API. */
  public HttpStreamHandler(HttpApi api) {
    JsonFactory json = new JsonFactory();
    this.reader = new EventReader(json);
    this.writer = new ResponseWriter(json);
    this.api = api;
  }

  /**
   * Handles a request as {@link HttpApi#handle} does, and writes the response. For an event that is
   * not a request of payload format 2.0, the response is 500 and an error is logged; nothing has
   * happened then.
   *
   * @throws IOException if the response can't be written
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    writer.write(answer(input, context), output);
  }

  private ApiResponse answer(InputStream input, Context context) {
    ApiRequest request;
    try {
      request = reader.read(input);
    } catch (ConfigurationException e) {
      return unreadable(e.text());
    } catch (IOException e) {
      // Logged without the message, which quotes the event.
      return unreadable("The event is no JSON: " + ErrorSummary.of(e));
    }
    return api.handle(request, context);
  }

  private static ApiResponse unreadable(String why) {
    LOG.error("A request was not read: {}", why);
    return Problem.REQUEST_UNREADABLE.response();
  }
}
