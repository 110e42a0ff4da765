package dev.effectivelyonce.infra;

import dev.effectivelyonce.cdk.DeadLetterReplay;
import dev.effectivelyonce.cdk.EffectivelyOnceFunction;
import dev.effectivelyonce.cdk.IdempotentStreamConsumer;
import dev.effectivelyonce.cdk.OperationsDashboard;
import dev.effectivelyonce.cdk.StuckRecordMonitor;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.events.EventPattern;
import software.amazon.awscdk.services.events.Rule;
import software.amazon.awscdk.services.events.Schedule;
import software.amazon.awscdk.services.events.targets.LambdaFunction;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.kinesis.StreamEncryption;

/**
 * Consumers of other sources than queues: the turnover of customers from the Orders table's stream,
 * the clicks of visitors from a stream of Kinesis, and the closing of each day by a schedule or by
 * an event of EventBridge.
 */
final class OtherSources {
  private OtherSources() {}

  /** Adds them on a stage that is for trying failures out. */
  static void addWhereTried(
      EffectivelyOnceStack stack,
      Stage stage,
      OperationsDashboard.Builder dashboard,
      DeadLetterReplay.Builder replay,
      StuckRecordMonitor.Builder watch) {
    if (stage.simulates()) {
      IdempotentStreamConsumer turnover = addTurnover(stack, stage);
      dashboard.consumer("Turnover", turnover);
      replay.consumer("turnover", turnover);
      IdempotentStreamConsumer clicks = addClicks(stack, stage);
      dashboard.consumer("Clicks", clicks);
      replay.consumer("clicks", clicks);
      watch.source(turnover).source(clicks);
      dashboard.function("Closing", addClosing(stack));
    }
  }

  private static IdempotentStreamConsumer addTurnover(EffectivelyOnceStack stack, Stage stage) {
    Table turnover =
        stack
            .table("TurnoverTable")
            .partitionKey(EffectivelyOnceStack.string("customerId"))
            .build();
    IdempotentStreamConsumer consumer =
        stack
            .idempotent(IdempotentStreamConsumer.Builder.create(stack, "Turnover"))
            .idempotencyTable(stack.records.table())
            .consumerName("turnover")
            .handler("dev.effectivelyonce.functions.turnover.TurnoverHandler::handleRequest")
            .tableStream(stack.orders)
            .outageTolerance(stage.outageTolerance())
            .environment("TURNOVER_TABLE", turnover.getTableName())
            .allow(turnover.getTableArn(), "dynamodb:UpdateItem")
            .build();
    stack.output("TurnoverTableName", turnover.getTableName());
    stack.output("TurnoverFunctionName", consumer.function().getFunctionName());
    stack.output("TurnoverParkingQueueUrl", consumer.parkingQueue().getQueueUrl());
    return consumer;
  }

  private static IdempotentStreamConsumer addClicks(EffectivelyOnceStack stack, Stage stage) {
    Stream clicks =
        Stream.Builder.create(stack, "ClicksStream")
            .shardCount(2)
            .encryption(StreamEncryption.MANAGED)
            .removalPolicy(stage.lifecycle().tableRemovalPolicy())
            .build();
    Table visitors =
        stack.table("VisitorsTable").partitionKey(EffectivelyOnceStack.string("visitorId")).build();
    IdempotentStreamConsumer consumer =
        stack
            .idempotent(IdempotentStreamConsumer.Builder.create(stack, "Clicks"))
            .idempotencyTable(stack.records.table())
            .consumerName("clicks")
            .handler("dev.effectivelyonce.functions.clicks.ClicksHandler::handleRequest")
            .stream(clicks)
            .outageTolerance(stage.outageTolerance())
            .environment("VISITORS_TABLE", visitors.getTableName())
            .allow(visitors.getTableArn(), "dynamodb:UpdateItem")
            .build();
    stack.output("ClicksStreamName", clicks.getStreamName());
    stack.output("VisitorsTableName", visitors.getTableName());
    stack.output("ClicksFunctionName", consumer.function().getFunctionName());
    stack.output("ClicksParkingQueueUrl", consumer.parkingQueue().getQueueUrl());
    return consumer;
  }

  /** Adds the closing of days: whichever of the two asks first closes the day. */
  private static EffectivelyOnceFunction addClosing(EffectivelyOnceStack stack) {
    Table closings =
        stack.table("ClosingsTable").partitionKey(EffectivelyOnceStack.string("day")).build();
    EffectivelyOnceFunction closing =
        stack
            .idempotent(EffectivelyOnceFunction.Builder.create(stack, "Closing"))
            .idempotencyTable(stack.records.table())
            .consumerName("closing")
            .handler("dev.effectivelyonce.functions.closing.ClosingHandler::handleRequest")
            .environment("CLOSINGS_TABLE", closings.getTableName())
            .allow(closings.getTableArn(), "dynamodb:UpdateItem")
            .build();
    Rule nightly =
        Rule.Builder.create(stack, "Nightly")
            .schedule(Schedule.rate(Duration.days(1)))
            .targets(List.of(target(closing)))
            .build();
    Rule.Builder.create(stack, "DayEnded")
        .eventPattern(
            EventPattern.builder()
                .source(List.of("shop.calendar"))
                .detailType(List.of("DayEnded"))
                .detail(Map.of("day", List.of(Map.of("exists", true))))
                .build())
        .targets(List.of(target(closing)))
        .build();
    stack.output("ClosingsTableName", closings.getTableName());
    stack.output("ClosingFunctionName", closing.function().getFunctionName());
    stack.output("ClosingGivenUpQueueUrl", closing.onFailureQueue().getQueueUrl());
    stack.output("NightlyRuleName", nightly.getRuleName());
    return closing;
  }

  /** What EventBridge can't deliver comes to the queue of what Lambda gives up. */
  private static LambdaFunction target(EffectivelyOnceFunction closing) {
    return LambdaFunction.Builder.create(closing.alias())
        .deadLetterQueue(closing.onFailureQueue())
        .build();
  }
}
