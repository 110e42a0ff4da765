package dev.effectivelyonce.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;

/** The answers that are not the handler's, as {@code application/problem+json}. */
enum Problem {
  KEY_MISSING(
      400,
      "The request has no Idempotency-Key",
      "Send the header with a new value, such as a UUID, for each new request, and with the same"
          + " value when you repeat one."),
  KEY_MALFORMED(
      400,
      "The Idempotency-Key can't be read",
      "Send one text of at most 255 printable ASCII characters, such as a UUID."),
  CONTENT_UNREADABLE(
      400,
      "The content of the request can't be read",
      "Nothing happened. It is no Base64, though the request says so: send it again as it should"
          + " be."),
  METHOD_NOT_ALLOWED(
      405, "The method is not served here", "Use one of those that the header Allow names."),
  IN_FLIGHT(
      409,
      "A request with this Idempotency-Key is being handled",
      "Send the same request with the same key again later; you get its answer then."),
  HELD(
      409,
      "Nobody knows yet whether this request took effect",
      "Do not send it under another key. An operator decides; then the same request with the same"
          + " key gets an answer."),
  KEY_REUSED(
      422,
      "This Idempotency-Key came with another request before",
      "Send the first request again unchanged, or this one under a new key."),
  FAILED(
      422,
      "The request can't be handled",
      "Change it and send it under a new key; the same request under the same key fails again."),
  REFUSED(
      500,
      "The service could not carry out what this request asks for",
      "Whoever runs this service finds the reason in its log, and can let the request run again. Do"
          + " not use another key until then."),
  ATTEMPT_FAILED(
      500,
      "The request failed",
      "Send the same request with the same key again; do not use another key."),
  REQUEST_UNREADABLE(
      500,
      "The service could not read this request",
      "Nothing happened. Whoever runs this service finds the reason in its log."),
  CALLER_UNKNOWN(
      500,
      "The service does not know whose request this is",
      "Nothing happened. Whoever runs this service finds the reason in its log."),
  NOT_STARTED(
      503,
      "The request was not started",
      "Nothing happened. Send the same request with the same key again."),
  PUT_OFF(
      503,
      "The request was put off",
      "Nothing happened. Send the same request with the same key again."),
  UNRECORDED(
      503,
      "The request was handled, and its end could not be recorded",
      "Send the same request with the same key again later; do not use another key."),
  ANSWER_NOT_KEPT(
      200,
      "The request was done before, and its answer was not kept",
      "Do not repeat it under another key. Look up what it made.");

  static final String MEDIA_TYPE = "application/problem+json";
  private static final String TYPE_PREFIX = "urn:effectively-once:problem:";
  private static final JsonFactory JSON = new JsonFactory();

  private final int status;
  private final String title;
  private final String remedy;

  Problem(int status, String title, String remedy) {
    this.status = status;
    this.title = title;
    this.remedy = remedy;
  }

  ApiResponse response() {
    return response(Optional.empty());
  }

  /**
   * @param detail the details of this request
   */
  ApiResponse response(Optional<String> detail) {
    return under(ApiResponse.of(status), detail);
  }

  /** Returns an answer of another status, with this problem as its content. */
  ApiResponse under(ApiResponse answer, Optional<String> detail) {
    return answer
        .without("content-encoding")
        .header("content-type", MEDIA_TYPE)
        .body(ApiBody.of(json(answer.status(), detail)));
  }

  private String json(int status, Optional<String> detail) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = JSON.createGenerator(text)) {
      generator.writeStartObject();
      generator.writeStringField(
          "type", TYPE_PREFIX + name().toLowerCase(Locale.ROOT).replace('_', '-'));
      generator.writeStringField("title", title);
      generator.writeNumberField("status", status);
      if (detail.isPresent()) {
        generator.writeStringField("detail", detail.get());
      }
      generator.writeStringField("remedy", remedy);
      generator.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
