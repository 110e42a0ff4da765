package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.ConfigurationException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The format in which the events of a queue are wrapped, such as an SNS notification. Key,
 * fingerprint, content hash and payload are those of the event inside. A message in another format
 * is unreadable; the reason names the envelope and contains nothing of the message. Immutable.
 *
 * <p>SNS with raw message delivery adds no envelope, so do not declare one for it.
 */
public final class Envelope {
  /** The default limit for the size of a layer after it is opened: 16 MiB. */
  public static final int DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

  static final Envelope NONE = new Envelope(List.of());

  private final List<Layer> layers;

  private Envelope(List<Layer> layers) {
    this.layers = layers;
  }

  /**
   * Returns the envelope of SNS notifications without raw message delivery. The notification's
   * message attributes become those of the message, see {@link MessageKey#attribute}.
   */
  public static Envelope sns() {
    return of(new SnsLayer());
  }

  /**
   * Returns the envelope of EventBridge events. The payload is the event's {@code detail}, exactly
   * as it is written. Its {@code detail-type} and {@code source} become message attributes with
   * these names.
   */
  public static Envelope eventBridge() {
    return of(new EventBridgeLayer());
  }

  /**
   * Returns the envelope of S3 notifications. Each record of a notification is an event with its
   * own key and outcome, see {@link S3ObjectEvent}. The message is done when all of its events are
   * done. It may contain at most 1,000 events. A test event of S3 contains none and is done.
   */
  public static Envelope s3Notification() {
    return of(new S3NotificationLayer());
  }

  /**
   * Returns the envelope of the SQS and SNS extended clients, which is a pointer to an object. The
   * payload is the object's text, at most {@value #DEFAULT_MAX_BYTES} bytes. A message without a
   * pointer is read as it is.
   *
   * @param payloads the reader of the objects
   */
  public static Envelope payloadInS3(PayloadReader payloads) {
    return payloadInS3(payloads, DEFAULT_MAX_BYTES);
  }

  /**
   * Returns the envelope of the SQS and SNS extended clients, with a size limit.
   *
   * @param payloads the reader of the objects
   * @param maxBytes the maximum size; a larger payload is unreadable and is not fetched
   * @throws ConfigurationException if the limit is not positive
   */
  public static Envelope payloadInS3(PayloadReader payloads, int maxBytes) {
    return of(new PointerLayer(payloads, positive(maxBytes)));
  }

  /**
   * Returns the envelope of base64-encoded UTF-8 text, in the standard alphabet and without line
   * breaks.
   */
  public static Envelope base64() {
    return of(new Base64Layer("base64"));
  }

  /**
   * Returns the envelope of base64-encoded, gzipped UTF-8 text of at most {@value
   * #DEFAULT_MAX_BYTES} bytes.
   */
  public static Envelope gzipInBase64() {
    return gzipInBase64(DEFAULT_MAX_BYTES);
  }

  /**
   * Returns the envelope of base64-encoded, gzipped UTF-8 text, with a size limit.
   *
   * @param maxBytes the maximum unpacked size; a larger message is unreadable and is not unpacked
   *     any further
   * @throws ConfigurationException if the limit is not positive
   */
  public static Envelope gzipInBase64(int maxBytes) {
    return of(new Base64Layer(GzipLayer.NAME)).then(gzip(maxBytes));
  }

  /**
   * Returns the envelope of gzipped UTF-8 text, or of any gzipped bytes if the payload is {@code
   * byte[]}, of at most {@value #DEFAULT_MAX_BYTES} bytes. The envelope itself is binary, such as
   * the data of a Kinesis record that CloudWatch Logs wrote.
   */
  public static Envelope gzip() {
    return gzip(DEFAULT_MAX_BYTES);
  }

  /**
   * Returns the envelope of {@link #gzip()}, with a size limit.
   *
   * @param maxBytes the maximum unpacked size; a larger message is unreadable and is not unpacked
   *     any further
   * @throws ConfigurationException if the limit is not positive
   */
  public static Envelope gzip(int maxBytes) {
    return of(new GzipLayer(positive(maxBytes)));
  }

  /** Returns this envelope with another one inside: {@code sns().then(gzipInBase64())}. */
  public Envelope then(Envelope inner) {
    return new Envelope(Stream.concat(layers.stream(), inner.layers.stream()).toList());
  }

  /**
   * Returns a function that opens this envelope around the data of a record. The function throws
   * {@link UnreadableMessageException} for data in another or a broken envelope.
   *
   * @throws ConfigurationException if the envelope may contain several events or a pointer to a
   *     payload, because a record is one event that contains its data
   */
  public UnaryOperator<byte[]> forData() {
    if (isRemote() || layers.stream().anyMatch(S3NotificationLayer.class::isInstance)) {
      throw new ConfigurationException(
          "The envelope may hold several events, or a payload that is elsewhere, and a record is"
              + " one event with its data in it",
          "Declare sns(), eventBridge(), base64(), gzip() or gzipInBase64()");
    }
    return this::openedData;
  }

  private byte[] openedData(byte[] data) {
    try {
      return open(Content.of(data)).getFirst().bytes();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("Payloads that are elsewhere were refused", e);
    }
  }

  /** Returns whether its outermost layer is of a kind. */
  boolean beginsWith(Class<? extends Layer> kind) {
    return layers.stream().findFirst().filter(kind::isInstance).isPresent();
  }

  /** Returns whether a payload may be fetched from elsewhere. */
  boolean isRemote() {
    return layers.stream().anyMatch(PointerLayer.class::isInstance);
  }

  /**
   * Returns the events inside; none in a message that only tests its way.
   *
   * @throws UnreadableMessageException if it is in another envelope, or in a broken one
   * @throws Exception if a payload can't be read for now
   */
  List<Content> open(Content content) throws Exception {
    List<Content> opened = List.of(content);
    for (Layer layer : layers) {
      Stream.Builder<Content> inside = Stream.builder();
      for (Content each : opened) {
        layer.open(each).forEach(inside);
      }
      opened = inside.build().toList();
    }
    return opened;
  }

  private static Envelope of(Layer layer) {
    return new Envelope(List.of(layer));
  }

  private static int positive(int maxBytes) {
    if (maxBytes <= 0) {
      throw new ConfigurationException(
          "The limit of an envelope is %s bytes".formatted(maxBytes), "Set 1 or more");
    }
    return maxBytes;
  }
}
