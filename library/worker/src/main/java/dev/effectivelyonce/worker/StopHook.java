package dev.effectivelyonce.worker;

/** Closes a worker when its process is asked to end. */
record StopHook(Thread thread) {
  static StopHook of(Runnable close) {
    StopHook hook = new StopHook(new Thread(close, "effectively-once-stop"));
    Runtime.getRuntime().addShutdownHook(hook.thread());
    return hook;
  }

  void remove() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException shuttingDown) {
      // The hook runs.
    }
  }
}
