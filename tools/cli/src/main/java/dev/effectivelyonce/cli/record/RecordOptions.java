package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.config.ConsumerEntry;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.problem.CommandException;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.sqs.ReadMessage;
import dev.effectivelyonce.sqs.SqsMessage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** How a record is named: by key, by a message, or by its id. */
final class RecordOptions {
  private static final int SCOPES_OF_A_REQUEST = 2;

  @Option(names = "--consumer", paramLabel = "NAME", description = "The consumer's name.")
  private Optional<String> consumer = Optional.empty();

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "The business key. Repeat it for each part of a key of several parts.")
  private List<String> keys = new ArrayList<>();

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description = "The scope of the key. Repeat it for each, of an API for caller and route.")
  private List<String> scopes = new ArrayList<>();

  @Option(
      names = "--message",
      paramLabel = "FILE",
      description = "A message as JSON, as `aws sqs receive-message` prints it.")
  private Optional<Path> message = Optional.empty();

  @Option(names = "--body", paramLabel = "FILE", description = "The body of a message.")
  private Optional<Path> body = Optional.empty();

  @Option(
      names = "--record-id",
      paramLabel = "ID",
      description = "The record's id: consumer, #, hash of the key.")
  private Optional<String> recordId = Optional.empty();

  /** Returns whether a record is named at all. */
  boolean isGiven() {
    return ways() > 0;
  }

  Optional<String> consumer() {
    return consumer;
  }

  String requiredConsumer() {
    return consumer.orElseThrow(
        () ->
            CommandException.usage(
                "The consumer is not given", "Name it with --consumer, as its code does"));
  }

  /**
   * The record.
   *
   * @throws CommandException if it is named in no way or in several, or by a message without a key
   */
  Address resolve(Session session) {
    if (ways() != 1) {
      throw CommandException.usage(
          ways() == 0 ? "No record is named" : "The record is named in several ways",
          "Give --consumer with one of --key, --message or --body; or --record-id");
    }
    return recordId
        .map(id -> byId(session, id))
        .orElseGet(() -> ofConsumer(session.consumer(requiredConsumer()), session));
  }

  private long ways() {
    return Stream.of(!keys.isEmpty(), message.isPresent(), body.isPresent(), recordId.isPresent())
        .filter(given -> given)
        .count();
  }

  private Address byId(Session session, String id) {
    if (!id.matches("[A-Za-z0-9._-]{1,64}#[A-Za-z0-9_-]{43}")) {
      throw CommandException.usage(
          "\"" + id + "\" is not the id of a record",
          "Copy it as `inspect` shows it, with quotes around it");
    }
    String name = id.substring(0, id.indexOf('#'));
    if (consumer.filter(given -> !given.equals(name)).isPresent()) {
      throw CommandException.usage(
          "The record " + id + " is none of consumer " + consumer.orElseThrow(),
          "Leave out --consumer, or correct it");
    }
    return new Address(
        session.consumer(name), new RecordId(id), Optional.empty(), Optional.empty());
  }

  private Address ofConsumer(ConsumerEntry entry, Session session) {
    return keys.isEmpty() ? byMessage(entry, session) : byKey(entry);
  }

  private Address byKey(ConsumerEntry entry) {
    checkParts(entry);
    checkScopes(entry);
    BusinessKey plain =
        BusinessKey.of(keys.getFirst(), keys.stream().skip(1).toArray(String[]::new));
    BusinessKey key = inScopes(plain);
    return new Address(entry, id(entry, key), Optional.of(key.readable()), Optional.empty());
  }

  private BusinessKey inScopes(BusinessKey plain) {
    BusinessKey key = plain;
    for (String scope : scopes) {
      key = key.inScope(scope);
    }
    return key;
  }

  private void checkParts(ConsumerEntry entry) {
    int parts = entry.key().parts();
    if (keys.size() != parts) {
      throw CommandException.usage(
          "The key of %s has %d part%s, %d %s given"
              .formatted(
                  entry.name(),
                  parts,
                  parts == 1 ? "" : "s",
                  keys.size(),
                  keys.size() == 1 ? "is" : "are"),
          "Give --key once for each part, in the order of \"key\" in the configuration");
    }
  }

  /**
   * Checks that the scopes are given. Without them the record of another key would be looked for,
   * and found to be absent.
   */
  private void checkScopes(ConsumerEntry entry) {
    if (entry.isApi() && scopes.size() != SCOPES_OF_A_REQUEST) {
      throw CommandException.usage(
          "%s has no queue: keys of its requests belong to a caller and a route, and %d scope%s given"
              .formatted(entry.name(), scopes.size(), scopes.size() == 1 ? " is" : "s are"),
          "Give --scope twice, the caller and then the route, as docs/operator.md shows; or take"
              + " the id of the record from the log and give --record-id");
    }
  }

  private Address byMessage(ConsumerEntry entry, Session session) {
    SqsMessage read =
        message
            .map(file -> MessageFile.message(session.file(file)))
            .orElseGet(() -> MessageFile.body(session.file(body.orElseThrow())));
    return switch (entry.identity().read(read)) {
      case ReadMessage.Usable<String> usable ->
          new Address(
              entry,
              id(entry, usable.key()),
              Optional.of(usable.key().readable()),
              usable.fingerprint());
      case ReadMessage.Unusable<String> unusable -> throw refused(entry, unusable.problem());
      case ReadMessage.Deferred<String> deferred -> throw refused(entry, deferred.problem());
    };
  }

  private static CommandException refused(ConsumerEntry entry, String problem) {
    return CommandException.refused(
        "Consumer " + entry.name() + " can't use this message", withoutStop(problem));
  }

  private static RecordId id(ConsumerEntry entry, BusinessKey key) {
    return RecordId.of(new ConsumerName(entry.name()), key);
  }

  private static String withoutStop(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }
}
