package dev.effectivelyonce.core.outbox;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The limits of a message that its sender can check. The sender need not know whether the
 * destination is a queue or a bus, and this may change. The publisher detects messages that a bus
 * does not accept, such as those of more than 256 KiB.
 */
public final class OutboxLimits {
  /** The message attribute of a queue's message that holds the id. */
  public static final String ID_ATTRIBUTE = "outbox-id";

  /** The message attribute with the {@code traceparent} of the span that sent the message. */
  public static final String TRACE_ATTRIBUTE = "traceparent";

  /**
   * Up to this size a message may grow by its trace: what any bus takes, and any queue whose own
   * limit is not lower.
   */
  static final int MAX_TRACED_BYTES = 256 * 1024;

  /** SQS takes ten; one is the id. */
  static final int MAX_ATTRIBUTES = 9;

  /**
   * The maximum size of a message that any destination accepts, and of a request: 1 MiB, for SQS.
   */
  public static final int MAX_BYTES = 1024 * 1024;

  private static final Pattern DESTINATION = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** The form of the message group ids of SQS. */
  private static final Pattern ORDERING_KEY = Pattern.compile("[\\x21-\\x7E]{1,128}");

  /** The form of the names of SQS message attributes. */
  private static final Pattern ATTRIBUTE =
      Pattern.compile("(?!(?i)(aws|amazon)\\.)[A-Za-z0-9_-]([A-Za-z0-9._-]{0,254}[A-Za-z0-9_-])?");

  /** The characters that SQS refuses in every text. */
  private static final Pattern UNSENDABLE =
      Pattern.compile(
          "[^\\x09\\x0A\\x0D\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]");

  private OutboxLimits() {}

  /**
   * Returns the reason why a message can't be sent, with a remedy; empty if it can be sent.
   *
   * @param mostBytes the maximum size of a message that the outbox can hold, at most {@link
   *     #MAX_BYTES}
   */
  public static Optional<String> refusal(OutboxMessage message, int mostBytes) {
    OutgoingMessage outgoing = message.outgoing();
    return names(outgoing)
        .or(() -> attributes(outgoing.attributes()))
        .or(() -> texts(outgoing))
        .or(() -> tooLarge(message, mostBytes))
        .map(reason -> "The outgoing message \"" + shown(outgoing.name()) + "\" " + reason);
  }

  private static Optional<String> names(OutgoingMessage outgoing) {
    if (!NAME.matcher(outgoing.name()).matches()) {
      return Optional.of("has no valid name: use 1 to 64 characters of A-Z a-z 0-9 . _ -");
    }
    if (!DESTINATION.matcher(outgoing.destination()).matches()) {
      return Optional.of("has no valid destination: use a letter, then up to 63 of A-Z a-z 0-9 _");
    }
    return outgoing.orderingKey().filter(key -> !ORDERING_KEY.matcher(key).matches()).isPresent()
        ? Optional.of(
            "has an ordering key that is no message group id: use 1 to 128 visible characters of"
                + " ASCII, or a hash")
        : Optional.empty();
  }

  private static Optional<String> attributes(Map<String, String> attributes) {
    if (attributes.size() > MAX_ATTRIBUTES) {
      return Optional.of(
          "has %s attributes, and SQS takes %s besides the id: put some into the body"
              .formatted(attributes.size(), MAX_ATTRIBUTES));
    }
    boolean isBad =
        attributes.entrySet().stream()
            .anyMatch(
                it ->
                    !ATTRIBUTE.matcher(it.getKey()).matches()
                        || it.getKey().contains("..")
                        || it.getKey().equals(ID_ATTRIBUTE)
                        || it.getValue().isEmpty());
    return isBad
        ? Optional.of(
            "has an attribute without a value, or with a name that SQS or the outbox does not"
                + " allow: use A-Z a-z 0-9 _ - and single dots, no AWS. or Amazon. in front, and"
                + " not "
                + ID_ATTRIBUTE)
        : Optional.empty();
  }

  private static Optional<String> texts(OutgoingMessage outgoing) {
    if (outgoing.body().isEmpty()) {
      return Optional.of("has an empty body: SQS takes none");
    }
    boolean isUnsendable =
        Stream.concat(Stream.of(outgoing.body()), outgoing.attributes().values().stream())
            .anyMatch(text -> UNSENDABLE.matcher(text).find());
    return isUnsendable
        ? Optional.of(
            "holds a character that SQS does not take: encode binary content, such as by Base64")
        : Optional.empty();
  }

  private static Optional<String> tooLarge(OutboxMessage message, int mostBytes) {
    int bytes = sizeBytes(message);
    return bytes > mostBytes
        ? Optional.of(
            "has %s bytes, and may have %s: keep large content elsewhere and send where it is"
                .formatted(bytes, mostBytes))
        : Optional.empty();
  }

  /**
   * Returns the size of a message, which is at least the size that the services count: body,
   * attributes, name, sender and id.
   */
  public static int sizeBytes(OutboxMessage message) {
    OutgoingMessage outgoing = message.outgoing();
    int attributes =
        outgoing.attributes().entrySet().stream()
            .mapToInt(it -> utf8(it.getKey()) + utf8("String") + utf8(it.getValue()))
            .sum();
    int ours = utf8(ID_ATTRIBUTE) + utf8("String") + utf8(message.id());
    return utf8(outgoing.body())
        + attributes
        + ours
        + utf8(outgoing.name())
        + utf8(message.consumer());
  }

  private static String shown(String name) {
    return name.length() > 64 ? name.substring(0, 64) + "…" : name;
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
