package dev.effectivelyonce.core.engine;

/** The form in which the table shows business keys. */
public enum KeyVisibility {
  /** Keeps a hash only. The default: a key may be personal data. */
  HASHED,
  /** Keeps the key in clear, in an attribute beside the hash. */
  READABLE
}
