package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.key.Fingerprint;

final class ContentHash {
  private ContentHash() {}

  static String of(String body) {
    return Fingerprint.of(body).value();
  }
}
