package dev.effectivelyonce.cdk;

/** The position in a stream at which a new consumer begins. */
public enum StreamStart {
  /** Begins with the oldest record that the stream still keeps. */
  TRIM_HORIZON,
  /** Begins with records that are written after Lambda has connected the deployed consumer. */
  LATEST
}
