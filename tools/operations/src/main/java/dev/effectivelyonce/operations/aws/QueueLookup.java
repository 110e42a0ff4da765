package dev.effectivelyonce.operations.aws;

import dev.effectivelyonce.operations.aws.QueueSettings.RedrivePolicy;
import dev.effectivelyonce.operations.problem.AwsErrors;
import dev.effectivelyonce.operations.problem.OperationException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/** Finds queues and reads what is set on them. */
public final class QueueLookup {
  private final SqsClient client;

  /** A lookup by a client. */
  public QueueLookup(SqsClient client) {
    this.client = client;
  }

  /**
   * The settings of a queue.
   *
   * @param nameOrUrl its name in this account and region, or its URL
   * @throws OperationException if there is no such queue
   */
  public QueueSettings settings(String nameOrUrl) {
    try {
      String url = nameOrUrl.contains("://") ? nameOrUrl : url(nameOrUrl);
      return QueueSettings.of(
          url,
          client
              .getQueueAttributes(
                  request -> request.queueUrl(url).attributeNames(QueueAttributeName.ALL))
              .attributes());
    } catch (QueueDoesNotExistException e) {
      throw OperationException.unreachable(
          "The queue \"" + nameOrUrl + "\" does not exist in this account and region",
          AwsErrors.NOT_FOUND_REMEDY,
          e);
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
    return client.getQueueUrl(request -> request.queueName(name)).queueUrl();
  }
}
