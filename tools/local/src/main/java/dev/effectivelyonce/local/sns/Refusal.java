package dev.effectivelyonce.local.sns;

/** A request that SNS does not do; the client's exception follows from the code. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;

  Refusal(String code, String message) {
    super(message);
    this.code = code;
  }

  static Refusal invalid(String what) {
    return new Refusal("InvalidParameter", "Invalid parameter: " + what);
  }

  String code() {
    return code;
  }

  int status() {
    return code.equals("NotFound") ? 404 : 400;
  }
}
