package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.ecs.AwsLogDriverProps;
import software.amazon.awscdk.services.ecs.Cluster;
import software.amazon.awscdk.services.ecs.ContainerDefinitionOptions;
import software.amazon.awscdk.services.ecs.ContainerInsights;
import software.amazon.awscdk.services.ecs.DeploymentCircuitBreaker;
import software.amazon.awscdk.services.ecs.FargateService;
import software.amazon.awscdk.services.ecs.FargateTaskDefinition;
import software.amazon.awscdk.services.ecs.HealthCheck;
import software.amazon.awscdk.services.ecs.ICluster;
import software.amazon.awscdk.services.ecs.LogDrivers;
import software.amazon.awscdk.services.ecs.MountPoint;
import software.amazon.awscdk.services.ecs.OperatingSystemFamily;
import software.amazon.awscdk.services.ecs.PropagatedTagSource;
import software.amazon.awscdk.services.ecs.RuntimePlatform;
import software.amazon.awscdk.services.ecs.Volume;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.constructs.Construct;

/** Makes the service of a worker, its task definition and its roles. */
final class WorkerTasks {
  /** The user of the container; no image needs to know it. */
  private static final String USER = "10001:10001";

  private static final String TEMPORARY = "tmp";

  private static final AlarmText NOT_RUNNING =
      new AlarmText("NotRunningAlarm", "not-running", "no task of the service runs");

  private WorkerTasks() {}

  static FargateService addService(
      Construct owner,
      IdempotentWorkerService.Builder settings,
      Map<String, String> variables,
      List<Permission> rights) {
    FargateService.Builder service =
        FargateService.Builder.create(owner, "Service")
            .cluster(settings.cluster.orElseGet(() -> ownCluster(owner, settings)))
            .taskDefinition(definition(owner, settings, variables, rights))
            .assignPublicIp(false)
            .circuitBreaker(DeploymentCircuitBreaker.builder().rollback(true).build())
            .minHealthyPercent(100)
            .maxHealthyPercent(200)
            .propagateTags(PropagatedTagSource.SERVICE);
    settings.network.ifPresent(it -> it.addTo(service));
    settings.tasks.fix(service);
    return service.build();
  }

  /**
   * ECS sends a value each minute in which a task runs, and none in others. These are filled here:
   * for a minute that is missing between others, an alarm looks at an older one instead, so tasks
   * that end again and again would never ring. Without any value, nothing is filled.
   */
  static OwnAlarm notRunning(FargateService service) {
    return new OwnAlarm(
        NOT_RUNNING,
        Watch.lasting(
            MathExpression.Builder.create()
                .expression("IF(FILL(cpu, -1) < 0, 1, 0)")
                .usingMetrics(
                    Map.of("cpu", service.metricCpuUtilization(Watch.byMinute("Maximum"))))
                .period(software.amazon.awscdk.Duration.minutes(1))
                .label("1 while no task runs")
                .build(),
            TreatMissingData.BREACHING));
  }

  private static ICluster ownCluster(Construct owner, IdempotentWorkerService.Builder settings) {
    return Cluster.Builder.create(owner, "Cluster")
        .vpc(settings.network.orElseThrow().vpc())
        .containerInsightsV2(ContainerInsights.ENABLED)
        .build();
  }

  private static FargateTaskDefinition definition(
      Construct owner,
      IdempotentWorkerService.Builder settings,
      Map<String, String> variables,
      List<Permission> rights) {
    FargateTaskDefinition definition =
        FargateTaskDefinition.Builder.create(owner, "Tasks")
            .cpu(settings.cpu)
            .memoryLimitMiB(settings.memoryMib)
            .runtimePlatform(
                RuntimePlatform.builder()
                    .cpuArchitecture(settings.architecture)
                    .operatingSystemFamily(OperatingSystemFamily.LINUX)
                    .build())
            .taskRole(
                Role.Builder.create(owner, "Role")
                    .assumedBy(new ServicePrincipal("ecs-tasks.amazonaws.com"))
                    .inlinePolicies(Map.of("Rights", Permission.document(rights)))
                    .build())
            .volumes(List.of(Volume.builder().name(TEMPORARY).build()))
            .build();
    ContainerDefinitionOptions.Builder container =
        ContainerDefinitionOptions.builder()
            .image(settings.image.orElseThrow())
            // Sorted, so that the same app makes the same template.
            .environment(new TreeMap<>(variables))
            .user(USER)
            .readonlyRootFilesystem(true)
            .stopTimeout(Durations.toCdk(settings.stopTimeout()))
            .logging(
                LogDrivers.awsLogs(
                    AwsLogDriverProps.builder()
                        .logGroup(settings.logs(owner))
                        .streamPrefix("worker")
                        .build()));
    settings.healthPort.ifPresent(port -> container.healthCheck(live(port)));
    definition
        .addContainer("Worker", container.build())
        .addMountPoints(
            MountPoint.builder()
                .sourceVolume(TEMPORARY)
                .containerPath("/tmp")
                .readOnly(false)
                .build());
    explain(definition);
    return definition;
  }

  private static HealthCheck live(int port) {
    String url = "http://localhost:%s/live".formatted(port);
    return HealthCheck.builder()
        .command(
            List.of(
                "CMD-SHELL", "curl -fsS %s || wget -q -O /dev/null %1$s || exit 1".formatted(url)))
        .startPeriod(software.amazon.awscdk.Duration.minutes(1))
        .build();
  }

  private static void explain(FargateTaskDefinition definition) {
    new RuleException(
            "AwsSolutions-ECS2", "The environment holds names and settings, and no secret.")
        .addTo(definition);
    Optional.ofNullable(
            Objects.requireNonNull(definition.getExecutionRole(), "execution role")
                .getNode()
                .tryFindChild("DefaultPolicy"))
        .ifPresent(
            new RuleException(
                    "AwsSolutions-IAM5",
                    "ECR knows no resource for the right to log in.",
                    List.of("Resource::*"))
                ::addTo);
  }
}
