package dev.effectivelyonce.operations.config;

import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.sqs.Envelope;
import dev.effectivelyonce.sqs.MessageIdentity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The envelopes that a consumer's messages come in.
 *
 * @param names from the outside, as the code's calls are named; empty where there is none
 */
public record EnvelopeRule(List<String> names) {
  private static final Map<String, Supplier<Envelope>> KNOWN =
      Map.of(
          "sns", Envelope::sns,
          "eventBridge", Envelope::eventBridge,
          "base64", Envelope::base64,
          "gzipInBase64", Envelope::gzipInBase64);

  /**
   * @throws OperationException if a name is unknown, or is one of S3: its keys are decoded, and its
   *     payloads fetched, by the consumer's code alone
   */
  public EnvelopeRule {
    names = List.copyOf(names);
    for (String name : names) {
      if (!KNOWN.containsKey(name)) {
        throw OperationException.usage(
            "The envelope \"%s\" of a consumer is none that commands open".formatted(name),
            "Write some of %s, from the outside. For messages that S3 sends, or whose payloads are there, use the replay function"
                .formatted(String.join(", ", new TreeSet<>(KNOWN.keySet()))));
      }
    }
  }

  /** Returns an identity whose messages come in these envelopes. */
  <M> MessageIdentity<M> applied(MessageIdentity<M> identity) {
    return names.stream()
        .map(KNOWN::get)
        .filter(Objects::nonNull)
        .map(Supplier::get)
        .reduce(Envelope::then)
        .map(identity::envelope)
        .orElse(identity);
  }
}
