package dev.effectivelyonce.operations.aws;

import dev.effectivelyonce.operations.problem.OperationException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The services that operations call. */
public enum Service {
  /** Stack outputs. */
  CLOUDFORMATION,
  /** Metrics and alarms. */
  CLOUDWATCH,
  /** Records. */
  DYNAMODB,
  /** Functions and event source mappings. */
  LAMBDA,
  /** Queues. */
  SQS,
  /** Identities. */
  STS;

  static Service of(String name) {
    return Arrays.stream(values())
        .filter(service -> service.text().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                OperationException.usage(
                    "There is no service \"" + name + "\" to give an endpoint for",
                    "Name one of "
                        + Arrays.stream(values())
                            .map(Service::text)
                            .collect(Collectors.joining(", "))));
  }

  /** Returns the name of the service in options. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
