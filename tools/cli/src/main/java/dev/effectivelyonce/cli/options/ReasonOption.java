package dev.effectivelyonce.cli.options;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Why an operator does something, for the record's trail. */
public final class ReasonOption {
  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why, in a line: it is kept in the record's trail, with your identity.")
  private Optional<String> reason = Optional.empty();

  /** Returns it, if it is given. */
  public Optional<String> given() {
    return reason;
  }

  /** Tells the user, before they agree, that the trail of a reopened record will not say why. */
  public static void adviseOn(Session session) {
    session
        .output()
        .tell(
            "Warning: no --reason is given, so the trail of a record that is reopened will not say"
                + " why.");
  }

  /** Tells the user if the trail will name nobody. */
  public static void warn(Session session) {
    session
        .context()
        .clients()
        .caller()
        .doubt()
        .ifPresent(
            doubt ->
                session
                    .output()
                    .tell("Warning: the trail will not name you, because " + doubt + "."));
  }
}
