package dev.effectivelyonce.core.engine;

/** Whether the table shows business keys. */
public enum KeyVisibility {
  /** Only their hash. The default: a key may be personal data. */
  HASHED,
  /** In clear, in an attribute beside the hash. */
  READABLE
}
