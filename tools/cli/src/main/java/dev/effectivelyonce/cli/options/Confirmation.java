package dev.effectivelyonce.cli.options;

import dev.effectivelyonce.operations.problem.OperationException;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Option;

/** Asks before something is changed. */
public final class Confirmation {
  private static final Set<String> CONSENT = Set.of("y", "yes");

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  /** Returns whether the user has agreed beforehand. */
  public boolean isGiven() {
    return yes;
  }

  /**
   * Returns if the user agrees, or has agreed beforehand.
   *
   * @throws OperationException if not; anything but y or yes is no, and so is the end of the input
   */
  public void ask(String question, Session session) {
    if (yes) {
      return;
    }
    session.host().ending().checkGoesOn();
    session.output().ask(question + " [y/N] ");
    if (!CONSENT.contains(answer(session.host()).strip().toLowerCase(Locale.ROOT))) {
      throw OperationException.refused(
          "Not confirmed: nothing was changed", "Answer y, or give --yes");
    }
  }

  private static String answer(Host host) {
    try {
      String line = host.input().readLine();
      return line == null ? "" : line;
    } catch (IOException e) {
      return "";
    }
  }
}
