package dev.effectivelyonce.cli.options;

/** What is at the root of a command line: it has what all commands run on. */
public interface Hosted {
  Host host();
}
