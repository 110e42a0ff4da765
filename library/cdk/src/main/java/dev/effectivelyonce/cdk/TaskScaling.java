package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.applicationautoscaling.CfnScalingPolicy;
import software.amazon.awscdk.services.applicationautoscaling.CfnScalingPolicy.CustomizedMetricSpecificationProperty;
import software.amazon.awscdk.services.applicationautoscaling.CfnScalingPolicy.TargetTrackingMetricDataQueryProperty;
import software.amazon.awscdk.services.applicationautoscaling.CfnScalingPolicy.TargetTrackingMetricDimensionProperty;
import software.amazon.awscdk.services.applicationautoscaling.CfnScalingPolicy.TargetTrackingMetricProperty;
import software.amazon.awscdk.services.applicationautoscaling.CfnScalingPolicy.TargetTrackingMetricStatProperty;
import software.amazon.awscdk.services.applicationautoscaling.CfnScalingPolicy.TargetTrackingScalingPolicyConfigurationProperty;
import software.amazon.awscdk.services.applicationautoscaling.EnableScalingProps;
import software.amazon.awscdk.services.applicationautoscaling.ScalableTarget;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.ecs.CfnCluster;
import software.amazon.awscdk.services.ecs.FargateService;
import software.amazon.awscdk.services.ecs.ICluster;
import software.amazon.awscdk.services.ecs.ScalableTaskCount;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/**
 * How many tasks a service has.
 *
 * @param backlog how many messages may wait for each task
 */
record TaskScaling(int least, int most, int backlog) {
  private static final String INSIGHTS = "ECS/ContainerInsights";
  private static final String NO_INSIGHTS = "effectively-once:cluster-without-insights";

  /** A task that starts takes part only after its image was pulled and its JVM started. */
  private static final Duration STARTED = Duration.ofMinutes(2);

  /** In addition to the 15 minutes for which fewer messages have to wait. */
  private static final Duration BEFORE_NEXT_STOP = Duration.ofMinutes(5);

  List<String> problems() {
    return new Problems()
        .when(
            least < 1 || most < least,
            "tasks(%s, %s): set 1 or more at least, and as many or more at most. Without a task,"
                + " nothing counts the messages for each.",
            least,
            most)
        .when(backlog < 1, "backlogPerTask is %s. Set 1 or more.", backlog)
        .all();
  }

  /** Returns how many tasks run, by the minute. */
  static Metric running(FargateService service) {
    return ConsumerMetrics.metric(
        INSIGHTS,
        "RunningTaskCount",
        "Average",
        Duration.ofMinutes(1),
        // Sorted, so that the same app makes the same template.
        new TreeMap<>(
            Map.of(
                "ClusterName", service.getCluster().getClusterName(),
                "ServiceName", service.getServiceName())));
  }

  /** Warns that nothing may count the tasks: the service would never change their number. */
  void warnWithoutInsights(Construct service, ICluster cluster) {
    if (isScaled() && !hasInsights(cluster)) {
      Annotations.of(service)
          .addWarningV2(
              NO_INSIGHTS,
              ("The service counts its tasks by Container Insights, and this app doesn't show that"
                   + " the cluster %s has them. Without them it never starts nor stops tasks. Set"
                   + " containerInsightsV2 where the cluster is made, or as many tasks at most as"
                   + " at least. If the cluster has them, acknowledge this warning:"
                   + " Annotations.of(service).acknowledgeWarning(\"%s\").")
                  .formatted(cluster.getNode().getPath(), NO_INSIGHTS));
    }
  }

  /** Returns whether this app turns them on; a cluster that it only names has no resource here. */
  private static boolean hasInsights(ICluster cluster) {
    return cluster.getNode().getDefaultChild() instanceof CfnCluster resource
        && Stack.of(cluster).resolve(resource.getClusterSettings()) instanceof List<?> settings
        && settings.stream().anyMatch(TaskScaling::turnsInsightsOn);
  }

  private static boolean turnsInsightsOn(Object setting) {
    return setting instanceof Map<?, ?> it
        && "containerInsights".equals(it.get("name"))
        && !"disabled".equals(it.get("value"));
  }

  /** Returns whether the number of tasks changes. */
  boolean isScaled() {
    return least < most;
  }

  /** Sets the number of tasks, if nothing changes it. */
  void fix(FargateService.Builder service) {
    if (!isScaled()) {
      service.desiredCount(least);
    }
  }

  /** Adds what changes the number of tasks, if it changes. */
  void scale(FargateService service, IQueue queue) {
    if (isScaled()) {
      ScalableTaskCount count =
          service.autoScaleTaskCount(
              EnableScalingProps.builder().minCapacity(least).maxCapacity(most).build());
      track(service, queue, (ScalableTarget) count.getNode().findChild("Target"));
    }
  }

  /** Adds the plain resource: CDK's own takes no expression. */
  private void track(FargateService service, IQueue queue, ScalableTarget target) {
    CfnScalingPolicy.Builder.create(service, "Backlog")
        .policyName("Backlog")
        .policyType("TargetTrackingScaling")
        .scalingTargetId(target.getScalableTargetId())
        .targetTrackingScalingPolicyConfiguration(
            TargetTrackingScalingPolicyConfigurationProperty.builder()
                .targetValue(backlog)
                .scaleOutCooldown(STARTED.toSeconds())
                .scaleInCooldown(BEFORE_NEXT_STOP.toSeconds())
                .customizedMetricSpecification(
                    CustomizedMetricSpecificationProperty.builder()
                        .metrics(
                            List.of(
                                query("waiting", new QueueMetrics(queue).waiting()),
                                query("running", running(service)),
                                TargetTrackingMetricDataQueryProperty.builder()
                                    .id("backlog")
                                    .label("messages that wait for each task")
                                    .expression("waiting / running")
                                    .returnData(true)
                                    .build()))
                        .build())
                .build())
        .build();
  }

  private static TargetTrackingMetricDataQueryProperty query(String id, Metric metric) {
    return TargetTrackingMetricDataQueryProperty.builder()
        .id(id)
        .metricStat(
            TargetTrackingMetricStatProperty.builder()
                .metric(
                    TargetTrackingMetricProperty.builder()
                        .namespace(metric.getNamespace())
                        .metricName(metric.getMetricName())
                        .dimensions(
                            metric.getDimensions().entrySet().stream()
                                .map(
                                    it ->
                                        TargetTrackingMetricDimensionProperty.builder()
                                            .name(it.getKey())
                                            .value(it.getValue().toString())
                                            .build())
                                .toList())
                        .build())
                .stat(metric.getStatistic())
                .build())
        .returnData(false)
        .build();
  }
}
