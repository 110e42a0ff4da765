package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.engine.ResultSerializer;
import java.util.Optional;

/** Serializes results with the codec that reads the consumer's messages. */
public record JsonResults(JsonCodec json) implements ResultSerializer {
  @Override
  public String serialize(Object value) throws Exception {
    return json.write(value);
  }

  @Override
  public <T> T deserialize(String text, Class<T> type) throws Exception {
    return json.read(text, type);
  }

  @Override
  public Optional<String> whyNeverKept(Class<?> type) {
    return json.whyNeverRead(type);
  }
}
