package dev.effectivelyonce.operations.deployed;

import dev.effectivelyonce.operations.aws.Clients;
import dev.effectivelyonce.operations.aws.QueueLookup;
import dev.effectivelyonce.operations.aws.QueueSettings;
import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.problem.OperationException;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/** Reads what is set on queues, and how much is in them. */
public final class QueueLookups {
  private final Clients clients;

  /** Lookups by these clients. */
  public QueueLookups(Clients clients) {
    this.clients = clients;
  }

  /** Returns the queue of a name or URL; empty if there is none. */
  public LookupResult<Optional<QueueSettings>> queue(String nameOrUrl) {
    return LookupResult.ask(clients, Service.SQS, () -> settings(nameOrUrl));
  }

  private Optional<QueueSettings> settings(String nameOrUrl) {
    try {
      return Optional.of(new QueueLookup(clients.sqs()).settings(nameOrUrl));
    } catch (OperationException e) {
      if (e.getCause() instanceof QueueDoesNotExistException) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
