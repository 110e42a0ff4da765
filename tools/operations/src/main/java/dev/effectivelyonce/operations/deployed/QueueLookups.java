package dev.effectivelyonce.operations.deployed;

import dev.effectivelyonce.operations.aws.Clients;
import dev.effectivelyonce.operations.aws.QueueSettings;
import dev.effectivelyonce.operations.aws.QueueSettings.RedrivePolicy;
import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.problem.AwsErrors;
import dev.effectivelyonce.operations.problem.OperationException;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/** Finds queues, and reads what is set on them and how much is in them. */
public record QueueLookups(Clients clients) {

  /** Returns the queue of a name or URL; empty if there is none. */
  public LookupResult<Optional<QueueSettings>> queue(String nameOrUrl) {
    return LookupResult.ask(clients, Service.SQS, () -> found(nameOrUrl));
  }

  /**
   * The settings of a queue.
   *
   * @param nameOrUrl its name in this account and region, or its URL
   * @throws OperationException if there is no such queue
   */
  public QueueSettings settings(String nameOrUrl) {
    return found(nameOrUrl)
        .orElseThrow(
            () ->
                OperationException.unreachable(
                    "The queue \"" + nameOrUrl + "\" does not exist in this account and region",
                    AwsErrors.NOT_FOUND_REMEDY,
                    null));
  }

  private Optional<QueueSettings> found(String nameOrUrl) {
    try {
      String url = nameOrUrl.contains("://") ? nameOrUrl : url(nameOrUrl);
      return Optional.of(
          QueueSettings.of(
              url,
              clients
                  .sqs()
                  .getQueueAttributes(
                      request -> request.queueUrl(url).attributeNames(QueueAttributeName.ALL))
                  .attributes()));
    } catch (QueueDoesNotExistException e) {
      return Optional.empty();
    }
  }

  /**
   * The settings of the dead-letter queue that a source queue names.
   *
   * @throws OperationException if it names none, or there is no such queue
   */
  public QueueSettings deadLetters(QueueSettings source) {
    RedrivePolicy policy =
        source
            .redrive()
            .orElseThrow(
                () ->
                    OperationException.refused(
                        "The queue " + source.name() + " has no dead-letter queue",
                        "Give it a redrive policy; `doctor` checks the rest"));
    String arn = policy.deadLetterArn();
    return settings(arn.substring(arn.lastIndexOf(':') + 1));
  }

  private String url(String name) {
    return clients.sqs().getQueueUrl(request -> request.queueName(name)).queueUrl();
  }
}
