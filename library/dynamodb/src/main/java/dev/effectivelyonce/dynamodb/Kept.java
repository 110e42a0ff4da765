package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.record.StoredResult.Text;
import dev.effectivelyonce.core.store.Write;
import java.nio.charset.StandardCharsets;

/**
 * What of a result or an error fits an item. By the time of these writes the effect may have
 * happened, so a text that DynamoDB would refuse must not fail them.
 */
final class Kept {
  /** An item holds 400 KB; the rest is for the other attributes, unknown ones among them. */
  static final int MAX_BYTES = 384 * 1024;

  private Kept() {}

  static Write.Ending of(Write.Ending ending) {
    return switch (ending) {
      case Write.Completing(var mine, var result, var stamp) ->
          new Write.Completing(mine, of(result), stamp);
      case Write.Releasing(var mine, var why, var stamp) ->
          new Write.Releasing(mine, of(why), stamp);
      case Write.Failing(var mine, var why, var stamp) -> new Write.Failing(mine, of(why), stamp);
    };
  }

  static Step of(Step step) {
    return new Step(
        step.name(),
        step.position(),
        step.state(),
        step.attempt(),
        of(step.result()),
        step.why().map(Kept::of),
        step.begunAt());
  }

  private static StoredResult of(StoredResult result) {
    return result instanceof Text(String value) ? of(value) : result;
  }

  private static StoredResult of(String value) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      return new Omitted(Reason.NOT_SERIALIZABLE, 0);
    }
    int sizeBytes = value.getBytes(StandardCharsets.UTF_8).length;
    return sizeBytes <= MAX_BYTES ? new Text(value) : new Omitted(Reason.TOO_LARGE, sizeBytes);
  }

  /** Half of a surrogate pair has no UTF-8, so it becomes a question mark. */
  static ErrorSummary of(ErrorSummary why) {
    byte[] bytes = why.text().getBytes(StandardCharsets.UTF_8);
    return new ErrorSummary(new String(bytes, StandardCharsets.UTF_8));
  }
}
