package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.operations.record.DryRun;
import dev.effectivelyonce.operations.record.Move;

/** The layout of what would be written to a record. */
record DryRunDocument(DryRun dryRun, Move.Words words) implements Document {
  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "1 record would be written: %s, %s -> %s\n"
            .formatted(dryRun.before().id(), dryRun.before().state(), dryRun.after().state()));
    dryRun
        .changes()
        .forEach(
            (name, part) ->
                text.append(
                    "  %-11s %s -> %s\n"
                        .formatted(
                            Output.oneLine(name),
                            Output.oneLine(part.before()),
                            Output.oneLine(part.after()))));
    return text.append("Its trail would say who did it, when and why. Nothing was written.\n")
        .toString();
  }

  @Override
  public ObjectNode json() {
    return dryRun.json(words);
  }
}
