package dev.effectivelyonce.benchmarks.coldstart;

/** A measurement can't be made or is worth nothing; the message says why and what to do. */
final class MeasurementException extends RuntimeException {
  MeasurementException(String message) {
    super(message);
  }

  MeasurementException(String message, Throwable cause) {
    super(message, cause);
  }
}
