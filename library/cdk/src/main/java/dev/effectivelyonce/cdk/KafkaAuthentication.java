package dev.effectivelyonce.cdk;

/** The ways to log in to a Kafka cluster with a secret. */
public enum KafkaAuthentication {
  /** A name and a password by SASL/SCRAM with SHA-512. */
  SCRAM_512("SASL_SCRAM_512_AUTH"),
  /** A name and a password by SASL/SCRAM with SHA-256, which Amazon MSK does not support. */
  SCRAM_256("SASL_SCRAM_256_AUTH"),
  /** A name and a password by SASL/PLAIN, which Amazon MSK does not support. */
  PLAIN("BASIC_AUTH"),
  /** A certificate and its private key by mutual TLS. */
  CLIENT_CERTIFICATE("CLIENT_CERTIFICATE_TLS_AUTH");

  private final String type;

  KafkaAuthentication(String type) {
    this.type = type;
  }

  String type() {
    return type;
  }
}
