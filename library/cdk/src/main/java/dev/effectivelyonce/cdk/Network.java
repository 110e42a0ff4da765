package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.ec2.ISecurityGroup;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ecs.FargateService;
import software.amazon.awscdk.services.iam.Effect;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.lambda.Function;

/**
 * The place of a function or of tasks in a VPC.
 *
 * @param subnets empty for the private ones
 * @param securityGroups empty for one that the CDK makes, without a rule that lets anything in
 */
record Network(IVpc vpc, Optional<SubnetSelection> subnets, List<ISecurityGroup> securityGroups) {
  /**
   * The actions of Lambda, by the function's role, to reach the VPC. EC2 knows no resource for most
   * of them, and Lambda asks for all of them on every resource before it creates the function.
   */
  static final Permission RIGHTS =
      Permission.of(
          "*",
          "ec2:AssignPrivateIpAddresses",
          "ec2:CreateNetworkInterface",
          "ec2:DeleteNetworkInterface",
          "ec2:DescribeNetworkInterfaces",
          "ec2:DescribeSubnets",
          "ec2:UnassignPrivateIpAddresses");

  /**
   * Denies these actions, and one that Lambda's own policy has, to the code of the function, as AWS
   * recommends: a call of the code has the key of the condition, and one of Lambda has not.
   */
  static PolicyStatement notByItsCode() {
    return PolicyStatement.Builder.create()
        .effect(Effect.DENY)
        .actions(
            Stream.concat(RIGHTS.actions().stream(), Stream.of("ec2:DetachNetworkInterface"))
                .toList())
        .resources(List.of("*"))
        .conditions(Map.of("Null", Map.of("lambda:SourceFunctionArn", "false")))
        .build();
  }

  static RuleException onEverything() {
    return new RuleException(
        "AwsSolutions-IAM5",
        "Lambda asks for the rights to reach a VPC, and brokers of Kafka and RabbitMQ, on every"
            + " resource.",
        List.of("Resource::*"));
  }

  /** Puts tasks there; the VPC itself is that of their cluster. */
  void addTo(FargateService.Builder service) {
    subnets.ifPresent(service::vpcSubnets);
    if (!securityGroups.isEmpty()) {
      service.securityGroups(securityGroups);
    }
  }

  void addTo(Function.Builder function) {
    function.vpc(vpc);
    subnets.ifPresent(function::vpcSubnets);
    if (!securityGroups.isEmpty()) {
      function.securityGroups(securityGroups);
    }
  }
}
