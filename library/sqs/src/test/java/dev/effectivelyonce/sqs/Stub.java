package dev.effectivelyonce.sqs;

import software.amazon.awssdk.core.SdkClient;

/** What every client of a service has beside its requests, without a service. */
public interface Stub extends SdkClient {
  @Override
  default String serviceName() {
    return "none";
  }

  @Override
  default void close() {}
}
