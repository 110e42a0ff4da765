package dev.effectivelyonce.core.engine;

/**
 * Says that the process can't go on: it is out of memory, a class is missing or can't be loaded, or
 * the virtual machine itself failed. Ends the invocation, so that Lambda replaces the process.
 * Lambda's runtime does so after an error of this superclass, and keeps its process after others.
 */
public final class FatalProcessError extends VirtualMachineError {
  private static final long serialVersionUID = 1L;

  private FatalProcessError(Throwable sign) {
    super(
        "The process can't go on after "
            + sign.getClass().getName()
            + ", and ends for another to take its place. Look at the cause: give the function more"
            + " memory, or its package the missing class.",
        sign);
  }

  /**
   * Throws this error if the given one shows that the process can't go on. That is any {@link
   * LinkageError}, and any {@link VirtualMachineError} but a stack overflow, which concerns one
   * call. Returns otherwise.
   */
  public static void throwIfShownBy(Throwable thrown) {
    switch (thrown) {
      case FatalProcessError known -> throw known;
      case StackOverflowError ignored -> {}
      case VirtualMachineError sign -> throw new FatalProcessError(sign);
      case LinkageError sign -> throw new FatalProcessError(sign);
      default -> {}
    }
  }
}
