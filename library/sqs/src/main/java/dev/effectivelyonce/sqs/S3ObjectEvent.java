package dev.effectivelyonce.sqs;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An event of an object, as S3 notifies of it: what {@link Envelope#s3Notification} finds inside.
 * Consumers that need more of it name a type of their own. What S3 always sends must be there.
 *
 * @param eventName such as {@code ObjectCreated:Put}
 * @param eventTime in ISO 8601
 */
public record S3ObjectEvent(String eventName, String eventTime, Place s3) {
  /** Refuses an event without a name, a time or a place. */
  public S3ObjectEvent {
    Objects.requireNonNull(eventName);
    Objects.requireNonNull(eventTime);
    Objects.requireNonNull(s3);
  }

  /** The bucket and the object. */
  public record Place(Bucket bucket, StoredObject object) {
    /** Refuses a place without bucket or object. */
    public Place {
      Objects.requireNonNull(bucket);
      Objects.requireNonNull(object);
    }
  }

  /** The bucket of the object. */
  public record Bucket(String name) {
    /** Refuses a bucket without a name. */
    public Bucket {
      Objects.requireNonNull(name);
    }
  }

  /**
   * The object.
   *
   * @param key decoded: notifications have it in URL encoding
   * @param sequencer which grows with each write of this key
   * @param versionId null in a bucket without versions
   */
  public record StoredObject(String key, @Nullable String sequencer, @Nullable String versionId) {
    /** Decodes the key. */
    public StoredObject {
      key = URLDecoder.decode(Objects.requireNonNull(key), StandardCharsets.UTF_8);
    }
  }

  /**
   * Returns the key of such events: bucket, object and sequencer. Another write of an object is
   * another event. An event without a sequencer has no key.
   */
  public static MessageKey<S3ObjectEvent> messageKey() {
    return MessageKey.<S3ObjectEvent>of("bucket", it -> it.s3.bucket.name)
        .and("key", it -> it.s3.object.key)
        .and("sequencer", it -> it.s3.object.sequencer);
  }
}
