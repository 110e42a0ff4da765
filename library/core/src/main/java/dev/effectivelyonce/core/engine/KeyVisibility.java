package dev.effectivelyonce.core.engine;

/** The form in which the table shows business keys. */
public enum KeyVisibility {
  /** Keeps only a hash. This is the default, because a key may be personal data. */
  HASHED,
  /** Keeps the key in clear text, in an attribute next to the hash. */
  READABLE
}
