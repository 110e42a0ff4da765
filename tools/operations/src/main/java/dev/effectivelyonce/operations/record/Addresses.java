package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.problem.Problem;
import dev.effectivelyonce.sqs.ReadMessage;
import dev.effectivelyonce.sqs.SqsMessage;
import dev.effectivelyonce.sqs.SqsParking;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds which record is meant: by its id, by its key, or by a message. */
public final class Addresses {
  private static final int SCOPES_OF_A_REQUEST = 2;
  private static final Pattern HASH = Pattern.compile("[A-Za-z0-9_-]{43}");
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}#" + HASH);

  private static final String READ_AS_HASH = "The key was read as the hash of one";
  private static final String NEITHER =
      "The key was read as the hash of one. No record has it, and none has this text as its key";

  private Addresses() {}

  /**
   * Returns the record of an id.
   *
   * @param given the consumer's name, where the user gave it beside the id
   * @throws OperationException if it is no id, or that of another consumer's record
   */
  public static Address byId(OperatorContext context, String id, Optional<String> given) {
    if (!ID.matcher(id).matches()) {
      throw OperationException.usage(
          "\"" + id + "\" is not the id of a record",
          "Copy it as `inspect` shows it, with quotes around it");
    }
    String name = id.substring(0, id.indexOf('#'));
    if (given.filter(other -> !other.equals(name)).isPresent()) {
      throw OperationException.usage(
          "The record " + id + " is none of consumer " + given.orElseThrow(),
          "Leave out --consumer, or correct it");
    }
    return Address.of(context.consumer(name), new RecordId(id));
  }

  /**
   * Returns the record of the hash of a key, as logs have it.
   *
   * @throws OperationException if it is no hash
   */
  public static Address byHash(ConsumerEntry consumer, String hash) {
    if (!HASH.matcher(hash).matches()) {
      throw OperationException.usage(
          "\"" + hash + "\" is not the hash of a key: that has 43 characters of A-Z a-z 0-9 _ -",
          "Copy it as log lines have it in keyHash");
    }
    return Address.of(consumer, new RecordId(consumer.name() + "#" + hash));
  }

  /** Returns whether a text may be the hash of a key, or the id of a record. */
  public static boolean looksLikeHash(String text) {
    return HASH.matcher(text).matches() || ID.matcher(text).matches();
  }

  /**
   * Returns the parts of a key that was given in one text, with {@code /} between them. A hash or
   * an id, as logs show them, is one part.
   *
   * @throws OperationException if there are more or fewer than the consumer's keys have
   */
  public static List<String> parts(ConsumerEntry consumer, String key) {
    int count = consumer.key().parts();
    List<String> parts = List.of(key.split("/", -1));
    if (count == 1 || looksLikeHash(key)) {
      return List.of(key);
    }
    if (parts.size() != count) {
      throw OperationException.usage(
          "The key \"%s\" does not have the %s parts that keys of %s have"
              .formatted(key, count, consumer.name()),
          "Write / between the parts of a key. If a part contains /, give --key-file or"
              + " --key-hash");
    }
    return parts;
  }

  /**
   * Returns the record of what was given for a key. A hash, or a whole id, as logs show them, means
   * the record that it names; a key of the same form, the record of that key.
   *
   * @param parts of the key, in the order of the configuration; or a hash or id alone
   * @param scopes of the key; of an API's request its caller, then its route
   * @throws OperationException if there are more or fewer than the consumer's keys have, or both a
   *     record of that hash and one of that key exist
   */
  public static Address byKeyOrHash(
      OperatorContext context, ConsumerEntry consumer, List<String> parts, List<String> scopes) {
    String given = parts.getFirst();
    if (parts.size() > 1 || !scopes.isEmpty() || !looksLikeHash(given)) {
      return byKey(consumer, parts, scopes);
    }
    Address named =
        HASH.matcher(given).matches()
            ? byHash(consumer, given)
            : byId(context, given, Optional.of(consumer.name()));
    boolean isNamed = context.store(consumer).find(named.id()).isPresent();
    Optional<Address> key =
        Optional.of(consumer)
            .filter(it -> it.key().parts() == 1 && !it.isApi())
            .map(it -> byKey(it, parts, scopes))
            .filter(it -> context.store(consumer).find(it.id()).isPresent());
    if (isNamed && key.isPresent()) {
      throw OperationException.usage(
          "\"%s\" names the record %s, and is the key of the record %s"
              .formatted(given, named.id(), key.get().id()),
          "Give --record-id with the one that you mean");
    }
    return key.orElseGet(() -> named.noting(isNamed ? READ_AS_HASH : NEITHER));
  }

  /**
   * Returns the record of a key.
   *
   * @param parts of the key, in the order of the configuration
   * @param scopes of the key; of an API's request its caller, then its route
   * @throws OperationException if there are more or fewer than the consumer's keys have
   */
  public static Address byKey(ConsumerEntry consumer, List<String> parts, List<String> scopes) {
    checkParts(consumer, parts.size());
    checkScopes(consumer, scopes.size());
    BusinessKey key =
        BusinessKey.of(parts.getFirst(), parts.stream().skip(1).toArray(String[]::new));
    for (String scope : scopes) {
      key = key.inScope(scope);
    }
    return new Address(
        consumer,
        id(consumer, key),
        Optional.of(key.readable()),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Returns the record of a message.
   *
   * @throws OperationException if the consumer can't use it
   */
  public static Address byMessage(ConsumerEntry consumer, SqsMessage message) {
    String parked = message.attributes().get(SqsParking.RECORD);
    return parked != null && consumer.parks() && ID.matcher(parked).matches()
        ? new Address(
            consumer,
            new RecordId(parked),
            Optional.empty(),
            Optional.ofNullable(message.attributes().get(SqsParking.FINGERPRINT))
                .map(Fingerprint::new),
            Optional.empty())
        : byContent(consumer, message);
  }

  private static Address byContent(ConsumerEntry consumer, SqsMessage message) {
    return switch (consumer.identity().read(message)) {
      case ReadMessage.Usable<String> usable ->
          new Address(
              consumer,
              id(consumer, usable.key()),
              Optional.of(usable.key().readable()),
              usable.fingerprint(),
              Optional.empty());
      case ReadMessage.Unusable<String> unusable -> throw refused(consumer, unusable.problem());
      case ReadMessage.Deferred<String> deferred -> throw refused(consumer, deferred.problem());
    };
  }

  private static void checkParts(ConsumerEntry entry, int given) {
    int parts = entry.key().parts();
    if (given != parts) {
      throw OperationException.usage(
          "The key of %s has %s part%s, %s %s given"
              .formatted(
                  entry.name(), parts, parts == 1 ? "" : "s", given, given == 1 ? "is" : "are"),
          "Give each part, in the order of \"key\" in the configuration");
    }
  }

  /**
   * Checks that the scopes are given. Without them the record of another key would be looked for,
   * and found to be absent.
   */
  private static void checkScopes(ConsumerEntry entry, int given) {
    if (entry.isApi() && given != SCOPES_OF_A_REQUEST) {
      throw OperationException.usage(
          "%s has no queue: keys of its requests belong to a caller and a route, and %s scope%s given"
              .formatted(entry.name(), given, given == 1 ? " is" : "s are"),
          "Give --scope twice, the caller and then the route, as docs/operator.md shows; or take"
              + " the id of the record from the log and give --record-id");
    }
  }

  private static OperationException refused(ConsumerEntry entry, String problem) {
    return OperationException.refused(
        "Consumer " + entry.name() + " can't use this message", Problem.withoutStop(problem));
  }

  private static RecordId id(ConsumerEntry entry, BusinessKey key) {
    return RecordId.of(new ConsumerName(entry.name()), key);
  }
}
