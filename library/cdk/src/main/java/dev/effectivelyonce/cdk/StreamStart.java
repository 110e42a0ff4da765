package dev.effectivelyonce.cdk;

/** The record of a stream at which a new consumer begins. */
public enum StreamStart {
  /** The oldest that the stream still keeps. */
  TRIM_HORIZON,
  /** What comes after the consumer is deployed, and not before Lambda has connected it. */
  LATEST
}
