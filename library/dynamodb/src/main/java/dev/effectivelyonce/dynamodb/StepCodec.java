package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Text;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts steps to entries of a map in the item of their record, and back. */
final class StepCodec {
  private StepCodec() {}

  static AttributeValue value(Step step) {
    Map<String, AttributeValue> entry = new HashMap<>();
    entry.put(Attributes.STEP_STATE, Values.string(step.state().name()));
    entry.put(Attributes.STEP_POSITION, Values.number(step.position()));
    entry.put(Attributes.STEP_ATTEMPT, Values.number(step.attempt()));
    step.why().ifPresent(it -> entry.put(Attributes.STEP_ERROR, Values.string(it.text())));
    step.begunAt().ifPresent(it -> entry.put(Attributes.STEP_BEGUN_AT, Values.millis(it)));
    if (step.result() instanceof Text(String text)) {
      entry.put(Attributes.STEP_DATA, Values.string(text));
    }
    if (step.result() instanceof Omitted omitted) {
      entry.put(Attributes.STEP_OMITTED, Values.omitted(omitted));
    }
    return AttributeValue.fromM(entry);
  }

  static AttributeValue value(List<Step> steps) {
    return AttributeValue.fromM(
        steps.stream().collect(Collectors.toMap(Step::name, StepCodec::value)));
  }

  static List<Step> steps(Item record) {
    if (!record.has(Attributes.STEPS)) {
      return List.of();
    }
    Item steps = record.map(Attributes.STEPS);
    return record.keys(Attributes.STEPS).stream().map(name -> step(name, steps.map(name))).toList();
  }

  private static Step step(String name, Item entry) {
    try {
      return new Step(
          name,
          entry.positiveInt(Attributes.STEP_POSITION),
          entry.constant(Attributes.STEP_STATE, Step.State.class),
          entry.positiveInt(Attributes.STEP_ATTEMPT),
          ItemCodec.result(entry, Attributes.STEP_DATA, Attributes.STEP_OMITTED),
          entry.optionalString(Attributes.STEP_ERROR).map(ErrorSummary::new),
          entry.optionalMillis(Attributes.STEP_BEGUN_AT));
    } catch (ConfigurationException e) {
      throw entry.unreadable(Attributes.STEPS, "has a step with an impossible name", e);
    }
  }
}
