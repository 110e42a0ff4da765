package dev.effectivelyonce.core.engine;

/**
 * Thrown if the process can't go on because it is out of memory, a class is missing or can't be
 * loaded, or the virtual machine itself failed. The error ends the invocation so that Lambda
 * replaces the process. Lambda's runtime replaces the process after a {@code VirtualMachineError},
 * but keeps it after other errors.
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
   * Throws this error if the given one shows that the process can't go on. Any {@link LinkageError}
   * shows that, and so does any {@link VirtualMachineError} except a stack overflow, which affects
   * only one call. Returns normally otherwise.
   */
  public static void throwIfShownBy(Throwable thrown) {
    if (thrown instanceof FatalProcessError known) {
      throw known;
    }
    if (isShownBy(thrown)) {
      throw new FatalProcessError(thrown);
    }
  }

  static boolean isShownBy(Throwable thrown) {
    return switch (thrown) {
      case StackOverflowError ignored -> false;
      case VirtualMachineError ignored -> true;
      default -> thrown instanceof LinkageError;
    };
  }
}
