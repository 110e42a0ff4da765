package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.cli.problem.CommandException;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Which step of a record an operator decides about, and what it came to. */
final class StepOptions {
  private static final ErrorSummary NOT_DONE = new ErrorSummary("Settled by an operator");

  @Option(
      names = "--step",
      paramLabel = "NAME",
      description = "Decide about this step alone; the next delivery goes on from there.")
  private Optional<String> step = Optional.empty();

  @Option(
      names = "--result",
      paramLabel = "FILE",
      description = "With `completed --step`: what the step came to, as JSON, for later steps.")
  private Optional<Path> result = Optional.empty();

  Optional<String> step() {
    return step;
  }

  /**
   * @throws CommandException if a result is given that no step can have
   */
  void check(Settlement settlement) {
    if (result.isPresent() && (step.isEmpty() || settlement != Settlement.COMPLETED)) {
      throw CommandException.usage(
          "A result is given, but no step that is completed", "Give `completed --step NAME` too");
    }
  }

  /**
   * The step as it is to be written.
   *
   * @param files where a path of the command line is
   * @throws CommandException if there is no such step, or nothing about it is in doubt
   */
  Step decided(IdempotencyRecord seen, Settlement settlement, UnaryOperator<Path> files) {
    Step found = found(seen);
    boolean isOpen = found.state() == Step.State.INTENT || found.state() == Step.State.FAILED;
    boolean lacksResult =
        found.state() == Step.State.DONE && !(found.result() instanceof StoredResult.Text);
    if (!isOpen && !(lacksResult && result.isPresent())) {
      throw CommandException.refused(
          "Step " + found.name() + " is " + found.state() + ": nothing about it is in doubt",
          "Settle a step that is INTENT or FAILED, or give the --result of one that is DONE"
              + " without");
    }
    return switch (settlement) {
      case COMPLETED -> found.done(kept(files));
      case RETRYABLE -> found.notDone(NOT_DONE);
    };
  }

  private Step found(IdempotencyRecord seen) {
    String name = step.orElseThrow();
    return seen.step(name)
        .orElseThrow(
            () ->
                CommandException.refused(
                    "The record has no step " + name,
                    "It has: "
                        + seen.steps().stream().map(Step::name).collect(Collectors.joining(", "))));
  }

  private StoredResult kept(UnaryOperator<Path> files) {
    return result
        .<StoredResult>map(file -> new StoredResult.Text(json(files.apply(file))))
        .orElseGet(StoredResult::none);
  }

  /** Returns the JSON as it is in the file, so that no number loses a digit. */
  private static String json(Path file) {
    String text = MessageFile.content(file).strip();
    try {
      new ObjectMapper().readTree(text);
      return text;
    } catch (JsonProcessingException e) {
      throw CommandException.usage(
          "The file " + file + " is not JSON", "Write it as the handler's JSON codec would");
    }
  }
}
