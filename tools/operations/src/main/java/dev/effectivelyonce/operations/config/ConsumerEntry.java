package dev.effectivelyonce.operations.config;

import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.operations.store.StoreUrl;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.SqsMessage;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A consumer of the file.
 *
 * @param name the name in its code
 * @param queue name, URL or stack output of its source queue; none of an API
 * @param function name or stack output of its function, where no queue tells it
 * @param table name or stack output of its idempotency table, or the {@link StoreUrl} of another
 *     store
 * @param key where its business key is
 * @param envelope what its messages come in
 * @param fingerprint the JSON pointers of what must agree between two messages of one key
 * @param retention how long it keeps records
 * @param listing which records it lists
 * @param variables the names of the variables that its function needs, beside this library's
 * @param host what runs it
 */
public record ConsumerEntry(
    String name,
    Optional<String> queue,
    Optional<String> function,
    String table,
    KeyRule key,
    EnvelopeRule envelope,
    List<String> fingerprint,
    Optional<Duration> retention,
    Listing listing,
    List<String> variables,
    Host host) {
  /** What runs a consumer. */
  public enum Host {
    /** A function, which an event source mapping or others invoke. */
    LAMBDA,
    /** A process of one's own, such as a worker or a Spring application: it reads the queue. */
    PROCESS
  }

  private static final JsonCodec JSON = new JacksonJson();

  /** Returns every variable that its function needs to start. */
  public List<String> requiredVariables() {
    Stream<String> table =
        StoreUrl.isOne(this.table) ? Stream.of() : Stream.of(EnvironmentVariables.TABLE);
    Stream<String> received =
        queue.isEmpty() ? Stream.of() : Stream.of(EnvironmentVariables.MAX_RECEIVE_COUNT);
    Stream<String> ours =
        Stream.of(table, Stream.of(EnvironmentVariables.RETENTION), received)
            .flatMap(names -> names);
    return Stream.concat(ours, variables.stream()).toList();
  }

  /**
   * Returns whether it has requests instead of messages: nothing of it is in a dead-letter queue.
   */
  public boolean isApi() {
    return queue.isEmpty() && function.isEmpty();
  }

  /** Returns whether it parks what failed for good, as its function has no queue. */
  public boolean parks() {
    return queue.isEmpty() && function.isPresent();
  }

  /** Returns how messages of the consumer are identified, as its own code does it. */
  public MessageIdentity<String> identity() {
    MessageIdentity<String> identity =
        envelope.applied(MessageIdentity.of(name, String.class, key.messageKey()));
    return fingerprint.isEmpty() ? identity : identity.fingerprint(this::fingerprint);
  }

  /** A handler's {@code Fingerprint.of(fields)}: strings and integers are their JSON's text. */
  private Fingerprint fingerprint(String body) {
    return Fingerprint.of(
        fingerprint.stream().map(pointer -> JSON.at(body, pointer).orElse("null")).toArray());
  }

  /** Returns the fingerprint of a body; none where nothing is compared, or it can't be read. */
  public Optional<Fingerprint> fingerprintOf(String body) {
    try {
      return fingerprint.isEmpty() ? Optional.empty() : Optional.of(fingerprint(opened(body)));
    } catch (UnreadableMessageException e) {
      return Optional.empty();
    }
  }

  /** Returns what is inside of the envelopes; the body as it is where they can't be opened. */
  private String opened(String body) {
    SqsMessage message = SqsMessage.of(Optional.empty(), body, Map.of());
    return identity().read(message).message().body().orElse(body);
  }

  /** Returns the text at a JSON pointer of a body; none where it has none, or can't be read. */
  public Optional<String> at(String body, String pointer) {
    try {
      return JSON.at(opened(body), pointer);
    } catch (UnreadableMessageException e) {
      return Optional.empty();
    }
  }
}
