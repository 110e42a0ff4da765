package dev.effectivelyonce.sqs;

import dev.effectivelyonce.sqs.EnvelopeJson.Kind;
import dev.effectivelyonce.sqs.EnvelopeJson.Part;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A pointer of the extended clients of SQS and SNS: a pair of its class and its place, or the place
 * by itself. Only an attribute tells it from a payload.
 */
final class PointerLayer implements Layer {
  private static final String NAME = "S3 payload";

  /** The attributes with the payload's size in bytes: today's, and that of the first clients. */
  private static final List<String> SIZES = List.of("ExtendedPayloadSize", "SQSLargePayloadSize");

  private static final String BUCKET = "s3BucketName";
  private static final String KEY = "s3Key";

  /** In the name of each class, but in few other texts. */
  private static final String POINTER = "S3Pointer";

  private static final Set<String> POINTERS =
      Set.of(
          "software.amazon.payloadoffloading.PayloadS3Pointer",
          "com.amazon.sqs.javamessaging.MessageS3Pointer");

  private final PayloadReader payloads;
  private final int maxBytes;

  PointerLayer(PayloadReader payloads, int maxBytes) {
    this.payloads = payloads;
    this.maxBytes = maxBytes;
  }

  @Override
  public List<Content> open(Content content) throws Exception {
    Optional<String> size = size(content.attributes());
    if (size.isPresent()) {
      return List.of(content.with(read(pointer(content.text(), size.get()))));
    }
    if (isPointer(content.text())) {
      throw EnvelopeJson.unreadable(NAME, "a pointer without its attribute ExtendedPayloadSize");
    }
    return List.of(content);
  }

  /**
   * Returns the key of the object that a message points to, a new one for each message; empty if it
   * is no pointer. The place by itself may be a payload, where no attribute has a size.
   */
  static Optional<String> keyOfObject(SqsMessage message) {
    return message
        .body()
        .filter(
            text ->
                mayBePlace(text)
                    ? size(message.attributes()).isPresent()
                    : text.contains(POINTER) && POINTERS.stream().anyMatch(text::contains))
        .flatMap(PointerLayer::perhaps)
        .flatMap(place -> place.get(KEY, Kind.STRING));
  }

  private static Optional<EnvelopeJson> perhaps(String text) {
    try {
      return Optional.of(place(text));
    } catch (UnreadableMessageException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> size(Map<String, String> attributes) {
    return SIZES.stream().map(attributes::get).flatMap(Stream::ofNullable).findFirst();
  }

  private String read(PayloadPointer pointer) throws Exception {
    byte[] payload = payloads.read(pointer);
    if (payload.length != pointer.bytes()) {
      throw new UnreadableMessageException(
          NAME + " envelope: its object was changed after the message was sent",
          "Send the event again, under a key of its own if it was handled");
    }
    return Utf8.text(NAME, payload);
  }

  private static boolean isPointer(String text) {
    return POINTERS.stream().anyMatch(name -> text.startsWith("[\"" + name))
        || (mayBePlace(text)
            && EnvelopeJson.perhaps(NAME, text)
                .filter(it -> it.members().keySet().equals(Set.of(BUCKET, KEY)))
                .isPresent());
  }

  /** Few texts name it, so that few are parsed. */
  private static boolean mayBePlace(String text) {
    return text.stripLeading().startsWith("{") && text.contains('"' + BUCKET + '"');
  }

  private PayloadPointer pointer(String text, String size) {
    EnvelopeJson place = place(text);
    return new PayloadPointer(place.string(BUCKET), place.string(KEY), bytes(size));
  }

  private static EnvelopeJson place(String text) {
    if (mayBePlace(text)) {
      return EnvelopeJson.of(NAME, text);
    }
    List<Part> parts = EnvelopeJson.elements(NAME, text, 2);
    boolean isPointer =
        parts.size() == 2
            && POINTERS.contains(parts.getFirst().text())
            && parts.getLast().kind() == Kind.OBJECT;
    if (!isPointer) {
      throw EnvelopeJson.unreadable(NAME, "no pointer");
    }
    return EnvelopeJson.of(NAME, parts.getLast().text());
  }

  private int bytes(String size) {
    if (!size.matches("[0-9]{1,18}")) {
      throw EnvelopeJson.unreadable(NAME, "ExtendedPayloadSize is no size");
    }
    long bytes = Long.parseLong(size);
    if (bytes > maxBytes) {
      throw EnvelopeJson.unreadable(
          NAME, String.format(Locale.ROOT, "larger than %,d bytes", maxBytes));
    }
    return (int) bytes;
  }
}
