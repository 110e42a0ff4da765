package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.record.StoredResult;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Values as the record keeps them. */
final class KeptResults {
  private final ResultSerializer serializer;

  KeptResults(ResultSerializer serializer) {
    this.serializer = serializer;
  }

  /** The effect has happened: whatever the serializer does must not keep its record back. */
  StoredResult keep(Object value, int maxBytes) {
    try {
      return fitted(serializer.serialize(value), maxBytes);
    } catch (Throwable thrown) {
      return new StoredResult.Omitted(StoredResult.Reason.NOT_SERIALIZABLE, 0);
    }
  }

  private static StoredResult fitted(String text, int maxBytes) throws CharacterCodingException {
    // The encoder refuses half of a surrogate pair, which no store could keep.
    int sizeBytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text)).limit();
    return sizeBytes <= maxBytes
        ? new StoredResult.Text(text)
        : new StoredResult.Omitted(StoredResult.Reason.TOO_LARGE, sizeBytes);
  }
}
