package dev.effectivelyonce.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** Writes an answer as Lambda expects it: payload format 2.0. */
final class ResponseWriter {
  private final JsonFactory json;

  ResponseWriter(JsonFactory json) {
    this.json = json;
  }

  void write(ApiResponse response, OutputStream output) throws IOException {
    try (JsonGenerator generator = json.createGenerator(output)) {
      generator.writeStartObject();
      generator.writeNumberField("statusCode", response.status());
      generator.writeObjectFieldStart("headers");
      for (Map.Entry<String, String> header : response.headers().entrySet()) {
        generator.writeStringField(header.getKey(), header.getValue());
      }
      generator.writeEndObject();
      generator.writeArrayFieldStart("cookies");
      for (String cookie : response.cookies()) {
        generator.writeString(cookie);
      }
      generator.writeEndArray();
      switch (response.body()) {
        case ApiBody.Text(String value) -> write(value, false, generator);
        case ApiBody.Base64(String value) -> write(value, true, generator);
      }
      generator.writeEndObject();
    }
  }

  private static void write(String body, boolean isBase64, JsonGenerator generator)
      throws IOException {
    generator.writeStringField("body", body);
    generator.writeBooleanField("isBase64Encoded", isBase64);
  }
}
