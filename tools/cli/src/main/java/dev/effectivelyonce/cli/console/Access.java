package dev.effectivelyonce.cli.console;

/** How far the console lets its user go. */
enum Access {
  /** Pages show things, and no request changes anything. */
  LOOK("GET", "no-referrer"),

  /**
   * Pages also have forms. A browser names the page of a form to the console, and to nobody else:
   * without that, it would not say which site the form is from.
   */
  WRITE("GET, POST", "same-origin");

  final String methods;
  final String referrerPolicy;

  Access(String methods, String referrerPolicy) {
    this.methods = methods;
    this.referrerPolicy = referrerPolicy;
  }
}
