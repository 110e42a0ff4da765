package dev.effectivelyonce.cli.options;

import picocli.CommandLine.Option;

/** Shows what a command would write, and stops there. */
public final class DryRunOption {
  @Option(names = "--dry-run", description = "Show what would be written, and write nothing.")
  private boolean dryRun;

  /** Returns whether nothing is to be written. */
  public boolean isGiven() {
    return dryRun;
  }
}
