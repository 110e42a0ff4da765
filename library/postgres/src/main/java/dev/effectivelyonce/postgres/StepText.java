package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Converts steps to texts and back. The column {@code steps} is an object of JSON: for each name
 * {@code state|attempt|position|kind|result|size|why|begun}, with results and reasons in base64, so
 * that nothing needs to be escaped, whatever a handler returns.
 */
final class StepText {
  private StepText() {}

  /** Returns what a guard asks about a step: its value begins with this. */
  static String noted(Step step) {
    return step.state() + "|" + step.attempt() + "|";
  }

  /** Returns the states of steps, to read and to compare: {@code charge=DONE/1/TEXT}. */
  static String states(List<Step> steps) {
    return steps.stream()
        .map(
            step ->
                "%s=%s/%s/%s"
                    .formatted(
                        step.name(), step.state(), step.attempt(), RecordRow.kind(step.result())))
        .collect(Collectors.joining(" "));
  }

  static String json(List<Step> steps) {
    return JsonTexts.of(steps.stream().collect(Collectors.toMap(Step::name, StepText::value)));
  }

  static List<Step> steps(String json) {
    return JsonTexts.parsed(json).entrySet().stream()
        .map(entry -> step(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static String value(Step step) {
    return noted(step)
        + String.join(
            "|",
            Integer.toString(step.position()),
            RecordRow.kind(step.result()),
            RecordRow.text(step.result()).map(JsonTexts::base64).orElse(""),
            Integer.toString(RecordRow.omittedBytes(step.result())),
            step.why().map(it -> "=" + JsonTexts.base64(it.text())).orElse(""),
            step.begunAt().map(it -> Long.toString(it.toEpochMilli())).orElse(""));
  }

  private static Step step(String name, String value) {
    List<String> parts = List.of(value.split("\\|", -1));
    StoredResult result =
        RecordRow.result(
            parts.get(3),
            Optional.of(JsonTexts.fromBase64(parts.get(4))),
            Integer.parseInt(parts.get(5)));
    return new Step(
        name,
        Integer.parseInt(parts.get(2)),
        Step.State.valueOf(parts.get(0)),
        Integer.parseInt(parts.get(1)),
        result,
        given(parts.get(6)).map(it -> new ErrorSummary(JsonTexts.fromBase64(it.substring(1)))),
        given(parts.get(7)).map(it -> Instant.ofEpochMilli(Long.parseLong(it))));
  }

  private static Optional<String> given(String part) {
    return part.isEmpty() ? Optional.empty() : Optional.of(part);
  }
}
