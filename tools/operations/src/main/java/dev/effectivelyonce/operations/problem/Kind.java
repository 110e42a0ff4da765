package dev.effectivelyonce.operations.problem;

/** Why something was not done. */
public enum Kind {
  /** The request was refused, and nothing was changed. */
  REFUSED,
  /** The request, or a file that it names, can't be used. */
  USAGE,
  /** Something that is needed could not be reached or used, or a right is missing. */
  UNREACHABLE,
  /** An interrupt came before anything was changed. */
  INTERRUPTED,
  /** A defect of this program. */
  DEFECT
}
