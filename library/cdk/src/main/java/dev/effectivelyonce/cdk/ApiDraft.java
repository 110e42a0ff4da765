package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.Durations.text;

import dev.effectivelyonce.core.engine.ConsumerMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.constructs.Construct;

/** The settings that a builder of an API has collected, and those derived from them. */
final class ApiDraft extends IdempotentDraft {
  private static final Duration SHORTEST_RETENTION = Duration.ofHours(1);

  ApiUrl url = ApiUrl.AWS_IAM;
  Duration recordRetention = Duration.ofHours(24);

  ApiDraft(Construct scope, String id) {
    super(scope, id, Duration.ofSeconds(10));
  }

  @Override
  Duration recordRetention() {
    return recordRetention;
  }

  @Override
  Stream<List<String>> problems() {
    return Stream.concat(super.problems(), Stream.of(retentionProblems(), modeProblems()));
  }

  FunctionSettings functionSettings() {
    return functionSettings(
        Map.of(),
        onRecords("dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem").toList());
  }

  private List<String> modeProblems() {
    return mode == ConsumerMode.OBSERVE
        ? List.of(
            "mode is OBSERVE: whoever sends an Idempotency-Key relies on it, and an API that only"
                + " observes would run each repetition. Leave it out, or keep the handler that does"
                + " not look at keys.")
        : List.of();
  }

  private List<String> retentionProblems() {
    return Durations.isWholeSeconds(recordRetention)
            && recordRetention.compareTo(SHORTEST_RETENTION) >= 0
        ? List.of()
        : List.of(
            ("recordRetention is %s: set whole seconds, at least 3600 s, and longer than any caller"
                    + " repeats a request (24 hours is usual).")
                .formatted(text(recordRetention)));
  }
}
