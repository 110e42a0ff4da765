package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the replay may do with the queues, records and functions of every consumer. */
class ReplayRightsTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  @Test
  void theReplayMayDoExactlyThis() {
    assertThat(TemplateReader.rights(STACKS.trial(), "ReplayRole"))
        .containsExactlyInAnyOrder(
            "IdempotencyTable dynamodb:GetItem",
            "IdempotencyTable dynamodb:UpdateItem",
            "OrdersDeadLetterQueue sqs:ReceiveMessage",
            "OrdersDeadLetterQueue sqs:DeleteMessage",
            "OrdersDeadLetterQueue sqs:ChangeMessageVisibility",
            "OrdersDeadLetterQueue sqs:GetQueueAttributes",
            "OrdersDeadLetterQueue sqs:ListDeadLetterSourceQueues",
            "OrdersQueue sqs:SendMessage",
            "OrdersQueue sqs:GetQueueAttributes",
            "PaymentsDeadLetterQueue sqs:ReceiveMessage",
            "PaymentsDeadLetterQueue sqs:DeleteMessage",
            "PaymentsDeadLetterQueue sqs:ChangeMessageVisibility",
            "PaymentsDeadLetterQueue sqs:GetQueueAttributes",
            "PaymentsDeadLetterQueue sqs:ListDeadLetterSourceQueues",
            "PaymentsQueue sqs:SendMessage",
            "PaymentsQueue sqs:GetQueueAttributes",
            "FulfilmentDeadLetterQueue sqs:ReceiveMessage",
            "FulfilmentDeadLetterQueue sqs:DeleteMessage",
            "FulfilmentDeadLetterQueue sqs:ChangeMessageVisibility",
            "FulfilmentDeadLetterQueue sqs:GetQueueAttributes",
            "FulfilmentDeadLetterQueue sqs:ListDeadLetterSourceQueues",
            "FulfilmentQueue sqs:SendMessage",
            "FulfilmentQueue sqs:GetQueueAttributes",
            "TurnoverParkingQueue sqs:ReceiveMessage",
            "TurnoverParkingQueue sqs:DeleteMessage",
            "TurnoverParkingQueue sqs:ChangeMessageVisibility",
            "TurnoverParkingQueue sqs:GetQueueAttributes",
            "TurnoverLive lambda:InvokeFunction",
            "ClicksParkingQueue sqs:ReceiveMessage",
            "ClicksParkingQueue sqs:DeleteMessage",
            "ClicksParkingQueue sqs:ChangeMessageVisibility",
            "ClicksParkingQueue sqs:GetQueueAttributes",
            "ClicksLive lambda:InvokeFunction",
            "ReplayLogs logs:CreateLogStream",
            "ReplayLogs logs:PutLogEvents");
  }
}
