package dev.effectivelyonce.sqs;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An event of an S3 object: one record of an {@link Envelope#s3Notification}. Consumers that need
 * more of its fields declare a type of their own. The fields that S3 always sends are required.
 *
 * @param eventName the name of the event, such as {@code ObjectCreated:Put}
 * @param eventTime the time in ISO 8601
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
   * @param key the key, decoded from the URL encoding of notifications
   * @param sequencer a value that grows with each write of this key
   * @param versionId the version; null in a bucket without versions
   */
  public record StoredObject(String key, @Nullable String sequencer, @Nullable String versionId) {
    /** Decodes the key. */
    public StoredObject {
      key = URLDecoder.decode(Objects.requireNonNull(key), StandardCharsets.UTF_8);
    }
  }

  /**
   * Returns the key of such events: bucket, object and sequencer. Each write of an object is
   * another event. An event without a sequencer has no key.
   */
  public static MessageKey<S3ObjectEvent> messageKey() {
    return MessageKey.<S3ObjectEvent>of("bucket", it -> it.s3.bucket.name)
        .and("key", it -> it.s3.object.key)
        .and("sequencer", it -> it.s3.object.sequencer);
  }
}
