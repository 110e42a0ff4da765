package dev.effectivelyonce.benchmarks.meter;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.zip.CRC32;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;

/**
 * Answers at once, as a store that has written: what is left is the library and the SDK above the
 * wire. Every update is answered with the same item as it was before, which nobody compares.
 */
public final class CannedHttpClient implements SdkHttpClient {
  private static final String OLD_ITEM =
      """
      {"id":{"S":"orders#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"},"status":{"S":"INPROGRESS"},\
      "owner":{"S":"00000000-0000-4000-8000-000000000000"},"attempt":{"N":"1"},\
      "in_progress_expiration":{"N":"4102444800000"},"updated_at":{"N":"1790000000000"},\
      "expiration":{"N":"4102444800"},"schema":{"N":"1"}}\
      """;

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() {
        return answer(request);
      }

      @Override
      public void abort() {
        // There is nothing to break off.
      }
    };
  }

  private static HttpExecuteResponse answer(HttpExecuteRequest request) {
    byte[] body = body(request).getBytes(StandardCharsets.US_ASCII);
    CRC32 checksum = new CRC32();
    checksum.update(body);
    return HttpExecuteResponse.builder()
        .response(
            SdkHttpFullResponse.builder()
                .statusCode(200)
                .putHeader("Content-Type", "application/x-amz-json-1.0")
                .putHeader("x-amz-crc32", Long.toString(checksum.getValue()))
                .putHeader("Content-Length", Integer.toString(body.length))
                .build())
        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
        .build();
  }

  private static String body(HttpExecuteRequest request) {
    String target = request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
    String sent = request.contentStreamProvider().map(CannedHttpClient::text).orElse("");
    return switch (target.substring(target.indexOf('.') + 1)) {
      case "UpdateItem" ->
          sent.contains("\"ReturnValues\"") ? "{\"Attributes\":" + OLD_ITEM + "}" : "{}";
      case "BatchExecuteStatement" ->
          "{\"Responses\":["
              + String.join(",", Collections.nCopies(statements(sent), statementAnswer(sent)))
              + "]}";
      default -> "{}";
    };
  }

  private static String statementAnswer(String sent) {
    String item = sent.contains(" RETURNING ") ? ",\"Item\":" + OLD_ITEM : "";
    return "{\"TableName\":\"records\"" + item + "}";
  }

  private static int statements(String sent) {
    int found = 0;
    for (int at = sent.indexOf("\"Statement\"");
        at >= 0;
        at = sent.indexOf("\"Statement\"", at + 1)) {
      found++;
    }
    return found;
  }

  private static String text(ContentStreamProvider content) {
    try (InputStream stream = content.newStream()) {
      return new String(stream.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String clientName() {
    return "Canned";
  }

  @Override
  public void close() {
    // It holds nothing.
  }
}
