package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.record.Intervention.SettleStep;
import dev.effectivelyonce.operations.record.MessageFile;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which step of a record an operator decides about, and what it came to. */
final class StepOptions {
  @Option(
      names = "--step",
      paramLabel = "NAME",
      description = "Settle only this step; the next delivery goes on from there.")
  private Optional<String> step = Optional.empty();

  @Option(
      names = "--result",
      paramLabel = "FILE",
      description = "With `completed --step`: the step's result as JSON, for later steps.")
  private Optional<Path> result = Optional.empty();

  /**
   * @throws OperationException if a result is given that no step can have, or a step of many
   */
  void check(Settlement settlement, SelectionOptions many) {
    if (step.isPresent() && many.isGiven()) {
      throw OperationException.usage(
          "A step is settled in one record, and --list names many", "Give one record");
    }
    if (result.isPresent() && (step.isEmpty() || settlement != Settlement.COMPLETED)) {
      throw OperationException.usage(
          "A result is given, but no step that is completed", "Give `completed --step NAME` too");
    }
  }

  /**
   * The decision about a step; empty if it is about the record.
   *
   * @throws OperationException if the file of the result can't be used
   */
  Optional<SettleStep> wanted(Settlement settlement, Session session) {
    return step.map(
        name -> new SettleStep(name, settlement, result.map(file -> json(session.file(file)))));
  }

  /** Returns the JSON as it is in the file, so that no number loses a digit. */
  private static String json(Path file) {
    String text = MessageFile.content(file).strip();
    try {
      new ObjectMapper().readTree(text);
      return text;
    } catch (JsonProcessingException e) {
      throw OperationException.usage(
          "The file " + file + " is not JSON", "Write it as the handler's JSON codec would");
    }
  }
}
