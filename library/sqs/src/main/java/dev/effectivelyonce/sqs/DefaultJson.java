package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.JsonFactory;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@link JacksonJson} does, without its mapper where a message and its type are plain: loading
 * the mapper is a good part of a cold start.
 */
final class DefaultJson implements JsonCodec {
  private final JsonFactory json = new JsonFactory();
  private final ConcurrentHashMap<Class<?>, Optional<PlainRecord>> records =
      new ConcurrentHashMap<>();
  private @Nullable JacksonJson jackson;

  @Override
  public <T> T read(String body, Class<T> type) {
    return plain(type)
        .flatMap(plain -> plain.read(json, body))
        .map(type::cast)
        .orElseGet(() -> jackson().read(body, type));
  }

  @Override
  public Optional<String> at(String body, String pointer) {
    return jackson().at(body, pointer);
  }

  @Override
  public String write(Object value) throws Exception {
    Optional<String> written = plain(value.getClass()).flatMap(plain -> plain.write(json, value));
    return written.isPresent() ? written.get() : jackson().write(value);
  }

  private Optional<PlainRecord> plain(Class<?> type) {
    return records.computeIfAbsent(type, PlainRecord::of);
  }

  private synchronized JacksonJson jackson() {
    if (jackson == null) {
      jackson = new JacksonJson();
    }
    return jackson;
  }
}
