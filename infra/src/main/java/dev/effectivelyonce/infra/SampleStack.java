package dev.effectivelyonce.infra;

import dev.effectivelyonce.cdk.DeadLetterReplay;
import dev.effectivelyonce.cdk.FunctionBuilder;
import dev.effectivelyonce.cdk.IdempotencyTable;
import dev.effectivelyonce.cdk.IdempotentFunctionBuilder;
import dev.effectivelyonce.cdk.StuckRecordMonitor;
import java.nio.file.Path;
import java.util.Optional;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.codedeploy.ILambdaDeploymentConfig;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.BillingMode;
import software.amazon.awscdk.services.dynamodb.PointInTimeRecoverySpecification;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.dynamodb.WarmThroughput;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.sns.Topic;
import software.constructs.Construct;

/** A stack of the sample: a table of records, and what its constructs get from the deployment. */
abstract class SampleStack extends Stack {
  final Deployment deployment;
  final Stage stage;
  final IdempotencyTable records;
  private final Code code;
  final Optional<SnsAction> pages;
  private final Optional<SnsAction> tickets;

  /**
   * @param functions the zip of the functions
   */
  SampleStack(
      Construct scope, String name, String description, Deployment deployment, Path functions) {
    super(scope, name, StackProps.builder().description(description).build());
    this.deployment = deployment;
    this.stage = deployment.stage();
    this.code = Code.fromAsset(functions.toString());
    this.pages = deployment.alarms().map(arn -> topic("AlarmTopic", arn));
    this.tickets = deployment.tickets().map(arn -> topic("TicketTopic", arn)).or(() -> pages);
    this.records = addRecords();
    DeploymentWarnings.add(this, deployment);
  }

  private SnsAction topic(String topicId, String arn) {
    return new SnsAction(Topic.fromTopicArn(this, topicId, arn));
  }

  private IdempotencyTable addRecords() {
    IdempotencyTable.Builder builder =
        IdempotencyTable.Builder.create(this, "Idempotency").lifecycle(stage.lifecycle());
    stage.warmWritesPerSecond().ifPresent(builder::warmWritesPerSecond);
    IdempotencyTable table = builder.build();
    output("IdempotencyTableName", table.table().getTableName());
    return table;
  }

  <B extends IdempotentFunctionBuilder<B>> B idempotent(B builder) {
    functionOf(builder)
        .timeout(stage.functionTimeout())
        // A run that died is repeated; HOLD where a second effect is worse than none.
        .environment("ON_ABANDONED_CLAIM", "RERUN");
    stage.environment().forEach(builder::environment);
    steps().ifPresent(builder::gradualDeployment);
    return builder;
  }

  Optional<ILambdaDeploymentConfig> steps() {
    return switch (stage.rollout()) {
      case AT_ONCE -> Optional.empty();
      case GRADUAL -> Optional.of(LambdaDeploymentConfig.LINEAR_10_PERCENT_EVERY_1_MINUTE);
    };
  }

  /** Returns the builder with what each construct with a function gets. */
  <B extends FunctionBuilder<B>> B functionOf(B builder) {
    pages.ifPresent(builder::pageAction);
    tickets.ifPresent(builder::ticketAction);
    deployment.runbook().ifPresent(builder::runbook);
    return builder
        .code(code)
        .memoryMib(stage.memoryMib())
        .logRetention(stage.logRetention())
        .lifecycle(stage.lifecycle());
  }

  /** Begins a replay, to which the stack adds its consumers. */
  DeadLetterReplay.Builder replay() {
    return functionOf(DeadLetterReplay.Builder.create(this, "Replay"))
        .handler("dev.effectivelyonce.functions.replay.ReplayHandler::handleRequest")
        .timeout(stage.replayTimeout());
  }

  DeadLetterReplay addReplay(DeadLetterReplay.Builder builder) {
    DeadLetterReplay replay = builder.build();
    output("ReplayFunctionName", replay.function().getFunctionName());
    return replay;
  }

  /** Begins the watch of what neither a queue nor a function shows. */
  StuckRecordMonitor.Builder watch() {
    return functionOf(StuckRecordMonitor.Builder.create(this, "Unsettled"))
        .handler("dev.effectivelyonce.functions.unsettled.UnsettledHandler::handleRequest");
  }

  /**
   * Begins a table as warm as that of the records: a transaction is as slow as its slowest table.
   */
  Table.Builder table(String id) {
    Table.Builder builder = Table.Builder.create(this, id);
    stage
        .warmWritesPerSecond()
        .ifPresent(
            units ->
                builder.warmThroughput(
                    WarmThroughput.builder().writeUnitsPerSecond(units).build()));
    return builder
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .pointInTimeRecoverySpecification(
            PointInTimeRecoverySpecification.builder().pointInTimeRecoveryEnabled(true).build())
        .deletionProtection(stage.lifecycle().isProtected())
        .removalPolicy(stage.lifecycle().tableRemovalPolicy());
  }

  static Attribute string(String name) {
    return Attribute.builder().name(name).type(AttributeType.STRING).build();
  }

  void output(String name, String value) {
    CfnOutput.Builder.create(this, name).value(value).build();
  }
}
