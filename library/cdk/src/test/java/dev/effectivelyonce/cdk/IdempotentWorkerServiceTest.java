package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertProblems;
import static dev.effectivelyonce.cdk.TestStack.problems;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.effectivelyonce.core.engine.ConsumerMode;
import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import io.github.cdklabs.cdknag.NagPackProps;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Aspects;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.SubnetType;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.ec2.VpcAttributes;
import software.amazon.awscdk.services.ecr.Repository;
import software.amazon.awscdk.services.ecs.CfnService;
import software.amazon.awscdk.services.ecs.Cluster;
import software.amazon.awscdk.services.ecs.ClusterAttributes;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.amazon.awscdk.services.ecs.CpuArchitecture;
import software.amazon.awscdk.services.ecs.FargateService;
import software.amazon.awscdk.services.ecs.ICluster;
import software.amazon.awscdk.services.sqs.DeadLetterQueue;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.MetadataEntry;

class IdempotentWorkerServiceTest extends GoldenStackTest {
  private IdempotentWorkerService plain;
  private IdempotentWorkerService tuned;
  private Cluster cluster;

  @Override
  void fill() {
    cluster =
        Cluster.Builder.create(test.stack(), "Shared").vpc(vpc("Shared", "vpc-0000000a")).build();
    plain = test.service("Plain").vpc(vpc("PlainsOwn", "vpc-0000000b")).build();
    tuned =
        test.with(
                IdempotencyTable.Builder.create(test.stack(), "Encrypted")
                    .encryptionKey(test.key("TableKey"))
                    .build())
            .service("Tuned")
            .cluster(cluster)
            .image(
                ContainerImage.fromEcrRepository(
                    Repository.fromRepositoryName(test.stack(), "Images", "orders-worker"), "7"))
            .source(QueueKind.FIFO)
            .queueName("shop-tuned")
            .architecture(CpuArchitecture.X86_64)
            .taskSize(1024, 4096)
            .tasks(2, 20)
            .backlogPerTask(500)
            .grace(Duration.ofSeconds(115))
            .healthPort(8080)
            .heartbeat(Duration.ofMinutes(5))
            .recordAccess(RecordAccess.OWN_RECORDS)
            .encryptionKey(test.key("Key"))
            .lifecycle(DataLifecycle.DISCARD)
            .environment("GREETING", "hello")
            .allow("arn:aws:s3:::invoices/new", "s3:PutObject")
            .runbook("https://wiki.example.com/runbook")
            .alarmAction(test.telling("Topic"))
            .tag("team", "payments")
            .build();
    test.replay("Replay").consumer("plain", plain).build();
    test.watch("Watch").consumer(plain).build();
    StoreAwayAlarm.Builder.create(test.stack(), "StoreAway").consumer(tuned).build();
    Aspects.of(test.stack())
        .add(new AwsSolutionsChecks(NagPackProps.builder().reports(false).build()));
    OperationsDashboard.Builder.create(test.stack(), "Operations")
        .consumer("Orders", plain)
        .build();
  }

  @Override
  String recorded() {
    return "(Plain|Tuned|Operations)";
  }

  @Test
  void theTasksMayDoExactlyThis() {
    assertThat(TemplateReader.rights(template, "PlainRole"))
        .containsExactly(
            "RecordsTable dynamodb:BatchGetItem",
            "RecordsTable dynamodb:GetItem",
            "RecordsTable dynamodb:PartiQLInsert",
            "RecordsTable dynamodb:PartiQLUpdate",
            "RecordsTable dynamodb:PutItem",
            "RecordsTable dynamodb:UpdateItem",
            "PlainQueue sqs:ChangeMessageVisibility",
            "PlainQueue sqs:DeleteMessage",
            "PlainQueue sqs:GetQueueAttributes",
            "PlainQueue sqs:GetQueueUrl",
            "PlainQueue sqs:ReceiveMessage",
            "PlainDeadLetterQueue sqs:SendMessage");
    assertThat(TemplateReader.rights(template, "TunedRole"))
        .contains(
            "Key kms:Decrypt",
            "Key kms:GenerateDataKey",
            "TableKey kms:Encrypt",
            "arn:aws:s3:::invoices/new s3:PutObject");
  }

  @Test
  void ecsWaitsLongerForATaskThanItsWorkerForItsHandlers() {
    assertThat(properties("PlainTasks"))
        .contains("StopTimeout=30", "Name=EFFECTIVELY_ONCE_GRACE, Value=PT25S");
    assertThat(properties("TunedTasks"))
        .contains("StopTimeout=120", "Name=EFFECTIVELY_ONCE_GRACE, Value=PT1M55S");
  }

  /** A minute without a task counts even if a task runs in the minute before and after it. */
  @Test
  void tasksThatEndAgainAndAgainRingAsNotRunning() {
    assertThat(properties("PlainNotRunningAlarm"))
        .contains(
            "DatapointsToAlarm=3",
            "EvaluationPeriods=5",
            "Expression=IF(FILL(cpu, -1) < 0, 1, 0)",
            "TreatMissingData=breaching");
  }

  @Test
  void aServiceHasAnAlarmOfEachKind() {
    assertThat(Arrays.stream(ServiceAlarm.values()).map(plain::alarm)).doesNotHaveDuplicates();
    assertThat(plain.metric("executed", "Sum").getDimensions().toString())
        .isEqualTo("{function=%s}".formatted(variable("EFFECTIVELY_ONCE_SERVICE")));
  }

  /** The code writes its metrics under this name. */
  private String variable(String name) {
    return properties("PlainTasks").replaceFirst("(?s).*Name=" + name + ", Value=([^}]+)}.*", "$1");
  }

  /** What is not the service's own, such as the shared cluster, is left out. */
  @Test
  @SuppressWarnings("deprecation") // Annotations answers with nothing newer.
  void cdkNagFindsNothing() {
    assertThat(
            Annotations.fromStack(test.stack()).findError("*", Match.anyValue()).stream()
                .map(it -> it.getId()))
        .isNotEmpty()
        .noneMatch(it -> it.startsWith("/Shop/Plain") || it.startsWith("/Shop/Tuned"));
  }

  @Test
  void aClusterThatMayLackContainerInsightsIsWarnedOfIfItHasToScale() {
    ICluster theirs =
        Cluster.fromClusterAttributes(
            test.stack(),
            "Imported",
            ClusterAttributes.builder().clusterName("theirs").vpc(cluster.getVpc()).build());

    assertThat(warnings(tuned))
        .singleElement()
        .asString()
        .startsWith(
            "The service counts its tasks by Container Insights, and this app doesn't show that the"
                + " cluster Shop/Shared has them.");
    assertThat(warnings(service("OfImported").cluster(theirs).build()))
        .singleElement()
        .asString()
        .contains("the cluster Shop/Imported has them");
    assertThat(warnings(service("Counted").cluster(plain.service().getCluster()).build()))
        .isEmpty();
    assertThat(warnings(service("Constant").tasks(2, 2).build())).isEmpty();
  }

  private static List<Object> warnings(IdempotentWorkerService service) {
    return service.getNode().getMetadata().stream()
        .filter(it -> it.getType().equals("aws:cdk:warning"))
        .map(MetadataEntry::getData)
        .toList();
  }

  @Test
  void aFixedNumberOfTasksIsTheServicesOwnAndNotThatOfAScaling() {
    FargateService fixed = service("Three").tasks(3, 3).build().service();

    assertThat(((CfnService) fixed.getNode().getDefaultChild()).getDesiredCount()).isEqualTo(3);
    assertThat(fixed.getNode().getChildren())
        .extracting(it -> it.getNode().getId())
        .doesNotContain("TaskCount", "Backlog");
    assertThat(((CfnService) plain.service().getNode().getDefaultChild()).getDesiredCount())
        .isNull();
  }

  @Test
  void whatOtherConstructsDoForAConsumerTheyDoForAService() {
    assertThat(TemplateReader.rights(template, "ReplayRole"))
        .contains("PlainQueue sqs:SendMessage", "PlainDeadLetterQueue sqs:DeleteMessage");
    assertThat(properties("WatchFunction")).contains("EFFECTIVELY_ONCE_CONSUMERS=Plain");
    assertThat(properties("StoreAwayAlarm")).contains("TunedStoreFailedAlarm");
  }

  @Test
  void anExistingQueueIsReceivedFromAndItsSettingsAreChecked() {
    Queue queue = queueWithLetters("Theirs", 5);
    Queue hasty = queueWithLetters("Hasty", 1);

    assertThat(service("Of").existingQueues(ExistingQueues.of(queue)).build().queue())
        .isEqualTo(queue);
    assertOneBeginsWith(
        service("OfHasty").existingQueues(ExistingQueues.of(hasty)), "visibilityTimeout is 60 s");
  }

  @Test
  void aQueueOfAnotherAccountCanNotScaleTheService() {
    TestStack elsewhere = inAccount("444455556666");
    ExistingQueues theirs = queuesOfAnAccount(elsewhere.stack());
    IVpc network = vpc(elsewhere.stack(), "Their", "vpc-0000000d");

    assertProblems(
        elsewhere.service("Foreign").vpc(network).existingQueues(theirs),
        "the queue is of account 111122223333, whose metrics can't scale the service. Set as many"
            + " tasks at most as at least.");
    assertThatNoException()
        .isThrownBy(
            () ->
                elsewhere.service("Fixed").vpc(network).existingQueues(theirs).tasks(3, 3).build());
  }

  @Test
  void aQueueThatMayBeOfTheStacksAccountScalesTheService() {
    TestStack there = inAccount("111122223333");
    ExistingQueues ofAny = queuesOfAnAccount(test.stack());
    ExistingQueues ofSame = queuesOfAnAccount(there.stack());

    assertThatNoException()
        .isThrownBy(
            () -> {
              service("OfAnyAccount").existingQueues(ofAny).build();
              there
                  .service("OfSame")
                  .vpc(vpc(there.stack(), "Their", "vpc-0000000d"))
                  .existingQueues(ofSame)
                  .build();
            });
  }

  /** A stack of another app, with a table of its own. */
  private TestStack inAccount(String account) {
    Stack stack =
        new Stack(
            new App(),
            "Shop",
            StackProps.builder()
                .env(Environment.builder().account(account).region("eu-west-1").build())
                .build());
    return new TestStack(
        stack, test.code(), IdempotencyTable.Builder.create(stack, "Records").build());
  }

  private static ExistingQueues queuesOfAnAccount(Stack stack) {
    return new ExistingQueues(
        foreign(stack, "theirs"),
        foreign(stack, "dead"),
        new SourceQueueSettings(QueueKind.STANDARD, Duration.ofMinutes(3), Duration.ofDays(4)),
        new DeadLetterSettings(QueueKind.STANDARD, Duration.ofDays(14), 50));
  }

  private static IQueue foreign(Stack stack, String name) {
    return Queue.fromQueueArn(
        stack, "Foreign-" + name, "arn:aws:sqs:eu-west-1:111122223333:" + name);
  }

  private Queue queueWithLetters(String id, int minutesHidden) {
    return Queue.Builder.create(test.stack(), id)
        .visibilityTimeout(software.amazon.awscdk.Duration.minutes(minutesHidden))
        .deadLetterQueue(
            DeadLetterQueue.builder().queue(test.queue(id + "Dead")).maxReceiveCount(50).build())
        .build();
  }

  /** A VPC that is there already, which is quick to synthesize. */
  private IVpc vpc(String id, String vpcId) {
    return vpc(test.stack(), id, vpcId);
  }

  private static IVpc vpc(Stack stack, String id, String vpcId) {
    return Vpc.fromVpcAttributes(
        stack,
        id + "Vpc",
        VpcAttributes.builder()
            .vpcId(vpcId)
            .availabilityZones(List.of("eu-west-1a", "eu-west-1b"))
            .privateSubnetIds(List.of("subnet-0000000a", "subnet-0000000b"))
            .build());
  }

  @Test
  void tasksDoNotRunInPublicSubnetsUnlessTheseAreNamed() {
    IVpc open =
        Vpc.fromVpcAttributes(
            test.stack(),
            "OpenVpc",
            VpcAttributes.builder()
                .vpcId("vpc-0000000c")
                .availabilityZones(List.of("eu-west-1a"))
                .publicSubnetIds(List.of("subnet-0000000c"))
                .build());
    SubnetSelection publicOnes = SubnetSelection.builder().subnetType(SubnetType.PUBLIC).build();

    assertProblems(
        test.service("Open").vpc(open),
        "the VPC has neither private nor isolated subnets, and in a public subnet a task without a"
            + " public address can't reach its image. Add private subnets with a NAT gateway, or"
            + " name by vpc(vpc, subnets) those that reach the image's registry.");
    assertThatNoException().isThrownBy(() -> test.service("Named").vpc(open, publicOnes).build());
  }

  private IdempotentWorkerService.Builder service(String id) {
    return test.service(id).cluster(cluster);
  }

  @Test
  void aServiceThatLacksSomethingIsRefused() {
    assertProblems(
        IdempotentWorkerService.Builder.create(test.stack(), "Empty"),
        "image is missing. Set it before build().",
        "consumerName is missing. Set it before build().",
        "idempotencyTable is missing. Set it before build().",
        "vpc is missing. Set it, or cluster, before build().");
    assertThat(test.stack().getNode().tryFindChild("Empty")).isNull();
  }

  @Test
  void settingsThatCanNotWorkAreRefusedWithTheRemedy() {
    Map<IdempotentWorkerService.Builder, String> refused =
        Map.of(
            service("Late").grace(Duration.ofSeconds(116)),
            "grace is 116 s: Fargate kills a task 120 s after it asked it to stop, and the worker"
                + " needs 5 s of these to end. Set whole seconds from 1 s to 115 s, and shorten"
                + " handlers that run longer: their messages come back.",
            service("Hurried").grace(Duration.ZERO),
            "grace is 0 s: Fargate kills a task 120 s after it asked it to stop, and the worker"
                + " needs 5 s of these to end. Set whole seconds from 1 s to 115 s, and shorten"
                + " handlers that run longer: their messages come back.",
            service("Few").tasks(3, 2),
            "tasks(3, 2): set 1 or more at least, and as many or more at most. Without a task,"
                + " nothing counts the messages for each.",
            service("None").tasks(0, 2),
            "tasks(0, 2): set 1 or more at least, and as many or more at most. Without a task,"
                + " nothing counts the messages for each.",
            service("Idle").backlogPerTask(0),
            "backlogPerTask is 0. Set 1 or more.",
            service("Port").healthPort(70_000),
            "healthPort is 70000. Set 1 to 65535.",
            service("Seen").visibilityTimeout(Duration.ofSeconds(61)),
            "visibilityTimeout is 61 s, under heartbeat plus 2 s (62 s), for which a worker hides"
                + " what it receives: with another receiver, or in mode OBSERVE, a message could be"
                + " delivered again while its handler runs. Raise it to at least 62 s, lower"
                + " heartbeat, or leave visibilityTimeout out to have it derived.",
            service("Watching").mode(ConsumerMode.OBSERVE),
            "visibilityTimeout is missing, and mode is OBSERVE: an observing worker does not use"
                + " the heartbeat, so a message whose handler runs for longer than the queue's"
                + " visibility timeout is delivered again meanwhile. Set visibilityTimeout, longer"
                + " than your longest handler and at least 62 s.",
            service("Lost").vpc(plain.service().getCluster().getVpc()),
            "vpc is not that of cluster, and ECS runs the tasks in the cluster's. Leave vpc out, or"
                + " set the cluster's with the subnets that you want.",
            service("Beats").heartbeat(Duration.ofMinutes(16)),
            "heartbeat is 960 s. Set 1 s to 15 min.");

    refused.forEach((builder, problem) -> assertProblems(builder, problem));
  }

  @Test
  void aServiceMayObserveAQueueWhoseVisibilityTimeoutSomebodyChose() {
    Queue queue = queueWithLetters("Observed", 5);
    Duration chosen = Duration.ofMinutes(30);

    assertThatNoException()
        .isThrownBy(
            () -> {
              observing("Observing").visibilityTimeout(chosen).build();
              observing("ObservingTheirs").existingQueues(ExistingQueues.of(queue)).build();
            });
  }

  private IdempotentWorkerService.Builder observing(String id) {
    return service(id).mode(ConsumerMode.OBSERVE);
  }

  @Test
  void aServiceKeepsTheRulesOfQueuesAndNames() {
    assertOneBeginsWith(service("Kept").recordRetention(Duration.ofDays(17)), "recordRetention");
    assertOneBeginsWith(service("Once").maxReceiveCount(20), "maxReceiveCount is 20");
    assertOneBeginsWith(
        service("Mine").environment("EFFECTIVELY_ONCE_QUEUE_URL", "u"), "environment variable");
    assertOneBeginsWith(service("Wild").allow("*", "s3:PutObject"), "allow(s3:PutObject)");
    assertOneBeginsWith(service("Twin").consumerName("Plain"), "consumerName 'Plain' is that of");
    assertOneBeginsWith(
        test.consumer("Both").consumerName("Plain"), "consumerName 'Plain' is that of Shop/Plain");
  }

  /** A message of a process that dies comes back after lease and margin, not after 5 minutes. */
  @Test
  void theReceivesCoverTheOutageWithTheTimeForWhichTheWorkerHidesAMessage() {
    List<String> problems =
        problems(service("Hidden").visibilityTimeout(Duration.ofMinutes(5)).maxReceiveCount(20));

    assertThat(problems).singleElement().asString().contains("a visibility timeout of 62 s");
  }

  private static void assertOneBeginsWith(ConstructBuilder<?> builder, String beginning) {
    assertThat(Stream.of(problems(builder)).flatMap(List::stream))
        .singleElement()
        .asString()
        .startsWith(beginning);
  }
}
