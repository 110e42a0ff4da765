package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.KeyFile;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.record.Address;
import dev.effectivelyonce.operations.record.Addresses;
import dev.effectivelyonce.operations.record.MessageFile;
import dev.effectivelyonce.sqs.SqsMessage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** How a record is named: by its key or its key's hash, by a message, or by its id. */
final class RecordOptions {
  @Option(names = "--consumer", paramLabel = "NAME", description = "The consumer's name.")
  private Optional<String> consumer = Optional.empty();

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description =
          "The business key, with / between its parts, or its hash as logs show it. With --list"
              + " repeat it for any of several keys.")
  private List<String> keys = new ArrayList<>();

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description =
          "A file with the key, a line for each part, which keeps it out of the shell's history; -"
              + " is standard input.")
  private Optional<String> keyFile = Optional.empty();

  @Option(
      names = "--key-hash",
      paramLabel = "HASH",
      description = "The hash of the key, as log lines have it in keyHash.")
  private Optional<String> keyHash = Optional.empty();

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

  /** Returns whether a record is named otherwise than by its key. */
  boolean isGivenBeyondKeys() {
    return ways() > (keys.isEmpty() ? 0 : 1) + (keyFile.isPresent() ? 1 : 0);
  }

  /**
   * Returns the records of the keys, each of which is a whole one; none if no key is given.
   *
   * @throws OperationException if a key has more or fewer parts than the consumer's keys
   */
  Set<RecordId> ofKeys(Session session) {
    ConsumerEntry entry = session.context().consumer(requiredConsumer());
    return Stream.concat(
            keys.stream().map(key -> Addresses.parts(entry, key)),
            keyFile.stream().map(name -> KeyFile.read(name, entry, session)))
        .map(parts -> Addresses.byKeyOrHash(session.context(), entry, parts, scopes).id())
        .collect(Collectors.toSet());
  }

  String requiredConsumer() {
    return consumer.orElseThrow(
        () ->
            OperationException.usage(
                "The consumer is not given", "Name it with --consumer, as its code does"));
  }

  /**
   * The record.
   *
   * @throws OperationException if it is named in no way or in several, or by a message without a
   *     key
   */
  Address resolve(Session session) {
    if (ways() != 1) {
      throw OperationException.usage(
          ways() == 0 ? "No record is named" : "The record is named in several ways",
          "Give --consumer with one of --key, --key-file, --key-hash, --message or --body; or"
              + " --record-id");
    }
    return recordId
        .map(id -> Addresses.byId(session.context(), id, consumer))
        .orElseGet(() -> ofConsumer(session));
  }

  private long ways() {
    return Stream.of(
            !keys.isEmpty(),
            keyFile.isPresent(),
            keyHash.isPresent(),
            message.isPresent(),
            body.isPresent(),
            recordId.isPresent())
        .filter(given -> given)
        .count();
  }

  private Address ofConsumer(Session session) {
    ConsumerEntry entry = session.context().consumer(requiredConsumer());
    if (keyHash.isPresent()) {
      return Addresses.byHash(entry, keyHash.get());
    }
    if (keys.size() > 1) {
      throw OperationException.usage(
          "Several keys are given", "Name one record, or choose among many with --list");
    }
    return keyFile
        .map(name -> KeyFile.read(name, entry, session))
        .or(() -> keys.stream().findFirst().map(key -> Addresses.parts(entry, key)))
        .map(parts -> Addresses.byKeyOrHash(session.context(), entry, parts, scopes))
        .orElseGet(() -> Addresses.byMessage(entry, message(session)));
  }

  private SqsMessage message(Session session) {
    return message
        .map(file -> MessageFile.message(session.file(file)))
        .orElseGet(() -> MessageFile.body(session.file(body.orElseThrow())));
  }
}
