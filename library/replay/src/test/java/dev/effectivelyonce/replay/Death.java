package dev.effectivelyonce.replay;

/** The end of a process, which nothing in it can go on after. */
final class Death extends Error {
  private static final long serialVersionUID = 1L;

  Death() {
    super("The process died");
  }
}
