package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.StoredResult;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts values to the form that the record keeps. */
final class StoredValues {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private static final String REMEDY = " Return a value that its serializer knows, or none";

  private final ResultSerializer serializer;

  /**
   * The kept form of a value.
   *
   * @param problem why it can't be read again, in words without personal data
   */
  record Kept(StoredResult result, Optional<ErrorSummary> problem) {}

  StoredValues(ResultSerializer serializer) {
    this.serializer = serializer;
  }

  /** Returns the value's kept form, whatever the serializer does: its effect has happened. */
  StoredResult keep(Object value, int maxBytes) {
    try {
      return fitted(serializer.serialize(value), maxBytes);
    } catch (Throwable thrown) {
      LOG.error(
          "A result is not kept, and duplicates get none: a {} can't be serialized ({}).{}",
          value.getClass().getName(),
          problem(thrown),
          remedy(value));
      return new StoredResult.Omitted(StoredResult.Reason.NOT_SERIALIZABLE, 0);
    }
  }

  private String remedy(Object value) {
    try {
      return serializer.whyNeverKept(value.getClass()).map(why -> " " + why).orElse(REMEDY);
    } catch (Throwable untold) {
      return REMEDY;
    }
  }

  /** Returns the value's kept form, and tries at once whether it can be read as this type again. */
  Kept keep(Object value, Class<?> type, int maxBytes) {
    StoredResult result = new StoredResult.Omitted(StoredResult.Reason.NOT_SERIALIZABLE, 0);
    try {
      result = fitted(serializer.serialize(value), maxBytes);
      return new Kept(result, problem(result, type, maxBytes));
    } catch (Throwable thrown) {
      return new Kept(result, Optional.of(problem(thrown)));
    }
  }

  /** Returns the outcome for effects that yielded the value and are not to happen. */
  Optional<Unsuccessful> refusal(Object yielded) {
    try {
      return serializer.refusal(yielded);
    } catch (Throwable thrown) {
      // The effects have not happened yet, so another attempt does no harm.
      return Optional.of(HandlerResult.retry(problem(thrown).text()));
    }
  }

  private Optional<ErrorSummary> problem(StoredResult result, Class<?> type, int maxBytes)
      throws Exception {
    if (result instanceof StoredResult.Text(String text)) {
      Object ignored = serializer.deserialize(text, type);
    }
    return result instanceof StoredResult.Omitted(var ignored, int sizeBytes)
        ? Optional.of(
            new ErrorSummary(
                "It has %s bytes, and there is room for %s".formatted(sizeBytes, maxBytes)))
        : Optional.empty();
  }

  /** Returns the type and place of an exception alone, since its message may quote the value. */
  static ErrorSummary problem(Throwable thrown) {
    return thrown instanceof EffectivelyOnceException ours
        ? new ErrorSummary(ours.problem())
        : ErrorSummary.of(thrown);
  }

  private static StoredResult fitted(String text, int maxBytes) throws CharacterCodingException {
    // The encoder refuses half of a surrogate pair, which no store could keep.
    int sizeBytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text)).limit();
    return sizeBytes <= maxBytes
        ? new StoredResult.Text(text)
        : new StoredResult.Omitted(StoredResult.Reason.TOO_LARGE, sizeBytes);
  }
}
