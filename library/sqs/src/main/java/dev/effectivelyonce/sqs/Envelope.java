package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.ConfigurationException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What the events of a queue come in, such as a notification of SNS. Key, fingerprint, content hash
 * and payload are those of what is inside. A message in anything else is unreadable, with the
 * envelope's name in the text and nothing of its content. Immutable.
 *
 * <p>SNS with raw message delivery adds no envelope, so none is declared for it.
 */
public final class Envelope {
  /** The default limit of what a layer may become when it is opened: 16 MiB. */
  public static final int DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

  static final Envelope NONE = new Envelope(List.of());

  private final List<Layer> layers;

  private Envelope(List<Layer> layers) {
    this.layers = layers;
  }

  /**
   * Opens a notification of SNS without raw message delivery. Its message attributes are those of
   * the message, see {@link MessageKey#attribute}.
   */
  public static Envelope sns() {
    return of(new SnsLayer());
  }

  /**
   * Opens an event of EventBridge: the payload is its {@code detail}, as it is written. Its {@code
   * detail-type} and {@code source} are message attributes of these names.
   */
  public static Envelope eventBridge() {
    return of(new EventBridgeLayer());
  }

  /**
   * Opens a notification of S3. Each of its records is an event with its own key and outcome, see
   * {@link S3ObjectEvent}. The message is done when all of them are. It holds 1,000 at most. A test
   * event of S3 holds none, and is done.
   */
  public static Envelope s3Notification() {
    return of(new S3NotificationLayer());
  }

  /**
   * Opens a pointer of the SQS or SNS extended client: the payload is the object's text, {@value
   * #DEFAULT_MAX_BYTES} bytes at most. A message without a pointer is read as it is.
   *
   * @param payloads reads the objects
   */
  public static Envelope payloadInS3(PayloadReader payloads) {
    return payloadInS3(payloads, DEFAULT_MAX_BYTES);
  }

  /**
   * Opens a pointer of the SQS or SNS extended client.
   *
   * @param payloads reads the objects
   * @param maxBytes a larger payload is unreadable, and is not fetched
   * @throws ConfigurationException if the limit is not positive
   */
  public static Envelope payloadInS3(PayloadReader payloads, int maxBytes) {
    return of(new PointerLayer(payloads, positive(maxBytes)));
  }

  /** Opens base64 of text in UTF-8: the standard alphabet, without line breaks. */
  public static Envelope base64() {
    return of(new Base64Layer("base64"));
  }

  /** Opens base64 of gzip of text in UTF-8, of {@value #DEFAULT_MAX_BYTES} bytes at most. */
  public static Envelope gzipInBase64() {
    return gzipInBase64(DEFAULT_MAX_BYTES);
  }

  /**
   * Opens base64 of gzip of text in UTF-8.
   *
   * @param maxBytes what becomes larger is unreadable, and is not unpacked beyond that
   * @throws ConfigurationException if the limit is not positive
   */
  public static Envelope gzipInBase64(int maxBytes) {
    return of(new Base64Layer(GzipLayer.NAME)).then(gzip(maxBytes));
  }

  /**
   * Opens gzip of text in UTF-8, or of any bytes where the payload is {@code byte[]}, of {@value
   * #DEFAULT_MAX_BYTES} bytes at most. It is bytes, such as the data of a record of Kinesis that
   * CloudWatch Logs wrote.
   */
  public static Envelope gzip() {
    return gzip(DEFAULT_MAX_BYTES);
  }

  /**
   * Opens gzip, as {@link #gzip()} does.
   *
   * @param maxBytes what becomes larger is unreadable, and is not unpacked beyond that
   * @throws ConfigurationException if the limit is not positive
   */
  public static Envelope gzip(int maxBytes) {
    return of(new GzipLayer(positive(maxBytes)));
  }

  /** Returns this envelope with another inside: {@code sns().then(gzipInBase64())}. */
  public Envelope then(Envelope inner) {
    return new Envelope(Stream.concat(layers.stream(), inner.layers.stream()).toList());
  }

  /**
   * Returns what opens this envelope around the data of a record. It throws {@link
   * UnreadableMessageException} for data in another envelope, or in a broken one.
   *
   * @throws ConfigurationException if it may hold several events, or a payload that is elsewhere: a
   *     record is one event, with its data in it
   */
  public UnaryOperator<byte[]> forData() {
    if (isRemote() || layers.stream().anyMatch(S3NotificationLayer.class::isInstance)) {
      throw new ConfigurationException(
          "The envelope may hold several events, or a payload that is elsewhere, and a record is"
              + " one event with its data in it",
          "Declare sns(), eventBridge(), base64(), gzip() or gzipInBase64()");
    }
    return data -> layers.isEmpty() ? data : openedData(data);
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
