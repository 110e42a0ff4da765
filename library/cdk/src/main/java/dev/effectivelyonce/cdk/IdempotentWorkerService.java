package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.ConsumerMode;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.amazon.awscdk.services.ecs.CpuArchitecture;
import software.amazon.awscdk.services.ecs.FargateService;
import software.amazon.awscdk.services.ecs.ICluster;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/**
 * A service on Fargate whose tasks run an {@code SqsWorker}, which receives the messages of a queue
 * and runs each business event once. The construct includes the service with its scaling, the
 * source queue and dead-letter queue, permissions, logs and alarms.
 *
 * <p>The tasks run without a public IP address, as a user that is not root, on a file system of
 * which they can write only {@code /tmp}. A deployment whose tasks don't start is rolled back. The
 * tasks have exactly the permissions that the library needs and those that {@link Builder#allow}
 * adds.
 *
 * <p>The worker in the image takes its settings from the environment: {@code fromEnvironment} of
 * consumer and worker. Values that depend on others are derived: the time that ECS waits for a task
 * to stop from the worker's grace, the visibility timeout from the heartbeat, and the retention of
 * records from that of the queues.
 *
 * <p>The service always has a heartbeat, so its consumer must claim first ({@code CLAIM_FIRST}, the
 * default). A {@code SINGLE_SHOT} has no claim to renew, and does not start in it.
 */
public final class IdempotentWorkerService extends RecordedConstruct<ServiceAlarm> {
  private final ConsumerQueues queues;
  private final FargateService service;
  private final ConsumerMetrics metrics;
  private final Map<ServiceAlarm, Alarm> alarms;

  private IdempotentWorkerService(Builder settings) {
    super(
        settings,
        settings.records,
        settings.table().getTableArn(),
        settings.terms().recordRetention());
    QueueTerms terms = settings.terms();
    String name = ConsumerQueues.uniqueName(this);
    this.queues = settings.choices.queuesFor(this, terms, settings);
    this.metrics = new ConsumerMetrics(name);
    this.service =
        WorkerTasks.addService(
            this,
            settings,
            settings.allVariables(settings.variables(name, queues, terms)),
            settings.allPermissions(settings.rights(queues)));
    settings.tasks.scale(service, queues.source());
    settings.tasks.warnWithoutInsights(this, service.getCluster());
    RecordAlarms family = new RecordAlarms(metrics, Map.of());
    this.alarms =
        family.under(
            this,
            settings.alarmNotice(),
            ServiceAlarm.class,
            ownAlarms(
                settings.choices.alarms(queues, terms, settings.heartbeat(), family), service));
    settings.tag(this);
  }

  private static Map<ServiceAlarm, OwnAlarm> ownAlarms(
      Map<ConsumerAlarm, OwnAlarm> ofQueue, FargateService service) {
    Map<ServiceAlarm, OwnAlarm> own = new EnumMap<>(ServiceAlarm.class);
    ofQueue.forEach((kind, alarm) -> own.put(ServiceAlarm.valueOf(kind.name()), alarm));
    own.put(ServiceAlarm.NOT_RUNNING, WorkerTasks.notRunning(service));
    return own;
  }

  @Override
  Map<ServiceAlarm, Alarm> alarmsByKind() {
    return alarms;
  }

  @Override
  ConsumerMetrics metrics() {
    return metrics;
  }

  ConsumerQueues queues() {
    return queues;
  }

  /** Returns the queue from which the tasks receive. */
  public IQueue queue() {
    return queues.source();
  }

  /** Returns the dead-letter queue. */
  public IQueue deadLetterQueue() {
    return queues.deadLetters();
  }

  /** Returns the service, for settings that the builder doesn't have. */
  public FargateService service() {
    return service;
  }

  /** Builds a service and checks its settings. */
  public static final class Builder extends ConstructBuilder<Builder>
      implements RecordSettings<Builder>, QueueSettings<Builder> {
    /** The margin that a consumer adds to its lease, unless its code says otherwise. */
    private static final Duration LEASE_MARGIN = Duration.ofSeconds(2);

    /** The time in which a JVM ends after its handlers. */
    private static final Duration AFTER_GRACE = Duration.ofSeconds(5);

    /** The worker takes no zero from its environment. */
    private static final Duration SHORTEST_GRACE = Duration.ofSeconds(1);

    private static final Duration LONGEST_STOP = Duration.ofMinutes(2);
    private static final int HIGHEST_PORT = 65_535;

    final RecordChoices records = new RecordChoices();
    final QueueChoices choices = new QueueChoices();
    Optional<ContainerImage> image = Optional.empty();
    Optional<ICluster> cluster = Optional.empty();
    CpuArchitecture architecture = CpuArchitecture.ARM64;
    int cpu = 512;
    int memoryMib = 1024;
    TaskScaling tasks = new TaskScaling(1, 10, 100);
    OptionalInt healthPort = OptionalInt.empty();
    private Duration grace = Duration.ofSeconds(25);

    private Builder(Construct scope, String id) {
      super(scope, id);
      heartbeat(Duration.ofMinutes(1));
    }

    /** Returns a builder for a service in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /** Sets the image whose program runs an {@code SqsWorker}. Required. */
    public Builder image(ContainerImage image) {
      this.image = Optional.of(image);
      return this;
    }

    /**
     * Runs the tasks in this cluster, in its VPC. It needs Container Insights, by which the service
     * scales. Synthesis warns of a cluster that this app does not show to have them. Default: a
     * cluster of its own in the {@link #vpc}, with Container Insights.
     */
    public Builder cluster(ICluster cluster) {
      this.cluster = Optional.of(cluster);
      return this;
    }

    /** Sets the processor of the image and the tasks. Default: ARM64. */
    public Builder architecture(CpuArchitecture architecture) {
      this.architecture = architecture;
      return this;
    }

    /**
     * Sets the size of a task, in units of 1/1024 of a CPU and in MiB, as Fargate has it. Default:
     * 512 and 1024.
     */
    public Builder taskSize(int cpu, int memoryMib) {
      this.cpu = cpu;
      this.memoryMib = memoryMib;
      return this;
    }

    /** Sets how many tasks run at least and at most. Default: 1 and 10. */
    public Builder tasks(int atLeast, int atMost) {
      this.tasks = new TaskScaling(atLeast, atMost, tasks.backlog());
      return this;
    }

    /**
     * Sets how many messages may wait for each task that runs. If more wait, the service starts
     * tasks within minutes; if fewer wait for a quarter of an hour, it stops some. Set the number
     * of messages that a task does in the time that a message may wait. Default: 100.
     *
     * <p>Messages that a task holds don't count, so the service also stops tasks whose handlers
     * run. If these run for longer than {@link #grace}, set as many {@link #tasks} at most as at
     * least.
     */
    public Builder backlogPerTask(int messages) {
      this.tasks = new TaskScaling(tasks.least(), tasks.most(), messages);
      return this;
    }

    /**
     * Sets how long a worker that stops waits for handlers that run, 1 s to 115 s. ECS waits 5 s
     * longer before it kills the task. Default: 25 s.
     */
    public Builder grace(Duration longest) {
      this.grace = longest;
      return this;
    }

    /**
     * Sets the port at which the worker answers health checks. ECS then asks {@code /live}, by
     * {@code curl} or {@code wget} of the image, and replaces a task that does not answer. Default:
     * none; ECS replaces a task whose process ended.
     */
    public Builder healthPort(int port) {
      this.healthPort = OptionalInt.of(port);
      return this;
    }

    @Override
    public IdempotentWorkerService build() {
      check();
      return new IdempotentWorkerService(this);
    }

    ITable table() {
      return records.table.orElseThrow();
    }

    Duration stopTimeout() {
      return grace.plus(AFTER_GRACE);
    }

    private Duration heartbeat() {
      return choices.heartbeat.orElseThrow();
    }

    /** Returns how long a worker hides what it receives, whatever the queue's own timeout is. */
    private Duration hidden() {
      return heartbeat().plus(LEASE_MARGIN);
    }

    private QueueTerms terms() {
      return choices.terms(hidden(), source -> new Redelivery(hidden(), "heartbeat"));
    }

    private List<Permission> rights(ConsumerQueues queues) {
      return Stream.of(
              records.rights(RecordChoices.IN_BATCHES), choices.rights(queues), Keys.toUse(table()))
          .flatMap(it -> it)
          .toList();
    }

    private Map<String, String> variables(String name, ConsumerQueues queues, QueueTerms terms) {
      Map<String, String> all = new LinkedHashMap<>(records.variables(terms.recordRetention()));
      all.put("AWS_REGION", Stack.of(scope).getRegion());
      all.put(EnvironmentVariables.TABLE, table().getTableName());
      all.putAll(choices.variables(queues, terms));
      all.put(EnvironmentVariables.QUEUE_URL, queues.source().getQueueUrl());
      all.put(EnvironmentVariables.SERVICE, name);
      all.put(EnvironmentVariables.GRACE, grace.toString());
      healthPort.ifPresent(it -> all.put(EnvironmentVariables.HEALTH_PORT, Integer.toString(it)));
      return all;
    }

    @Override
    Stream<List<String>> problems() {
      QueueTerms terms = terms();
      return Stream.of(
          new Problems()
              .missing("image", image)
              .missing("consumerName", records.consumerName)
              .missing("idempotencyTable", records.table)
              .all(),
          TableRules.problems(scope, records.table),
          records.nameProblems(scope, records.table.map(ITable::getTableArn)),
          ConstructRules.heartbeatProblems(choices.heartbeat),
          choices.problems(),
          observingProblems(),
          visibilityProblems(terms.source().visibilityTimeout()),
          terms.deadLetters().problems(),
          QueueRules.problems(terms));
    }

    /** The derived visibility timeout is that of an attempt that renews it. */
    private List<String> observingProblems() {
      return new Problems()
          .when(
              records.mode == ConsumerMode.OBSERVE
                  && choices.existing.isEmpty()
                  && choices.visibilityTimeout.isEmpty(),
              "visibilityTimeout is missing, and mode is OBSERVE: an observing worker does not use"
                  + " the heartbeat, so a message whose handler runs for longer than the queue's"
                  + " visibility timeout is delivered again meanwhile. Set visibilityTimeout,"
                  + " longer than your longest handler and at least %s.",
              hidden())
          .all();
    }

    private List<String> visibilityProblems(Duration visibility) {
      return new Problems()
          .when(
              visibility.compareTo(hidden()) < 0,
              "visibilityTimeout is %s, under heartbeat plus 2 s (%s), for which a worker hides"
                  + " what it receives: with another receiver, or in mode OBSERVE, a message could"
                  + " be delivered again while its handler runs. Raise it to at least %2$s, lower"
                  + " heartbeat, or leave visibilityTimeout out to have it derived.",
              visibility,
              hidden())
          .all();
    }

    @Override
    Stream<List<String>> hostProblems() {
      return Stream.of(
          placeProblems(),
          tasks.problems(),
          accountProblems(),
          new Problems()
              .when(
                  Durations.outside(grace, SHORTEST_GRACE, LONGEST_STOP.minus(AFTER_GRACE)),
                  "grace is %s: Fargate kills a task %s after it asked it to stop, and the worker"
                      + " needs 5 s of these to end. Set whole seconds from %s to %s, and shorten"
                      + " handlers that run longer: their messages come back.",
                  grace,
                  LONGEST_STOP,
                  SHORTEST_GRACE,
                  LONGEST_STOP.minus(AFTER_GRACE))
              .when(
                  healthPort.isPresent()
                      && (healthPort.getAsInt() < 1 || healthPort.getAsInt() > HIGHEST_PORT),
                  "healthPort is %s. Set 1 to %s.",
                  healthPort.orElse(0),
                  HIGHEST_PORT)
              .all());
    }

    /** A scaling policy reads only the metrics of its own account, if that is known. */
    private List<String> accountProblems() {
      Problems problems = new Problems();
      choices.existing.ifPresent(
          queues -> {
            String account = queues.source().getEnv().getAccount();
            String own = Stack.of(scope).getAccount();
            problems.when(
                tasks.isScaled()
                    && !Token.isUnresolved(account)
                    && !Token.isUnresolved(own)
                    && !account.equals(own),
                "the queue is of account %s, whose metrics can't scale the service. Set as many"
                    + " tasks at most as at least.",
                account);
          });
      return problems.all();
    }

    private List<String> placeProblems() {
      Problems problems =
          new Problems()
              .when(
                  network.isEmpty() && cluster.isEmpty(),
                  "vpc is missing. Set it, or cluster, before build().");
      network
          .map(Network::vpc)
          .or(() -> cluster.map(ICluster::getVpc))
          .filter(ignored -> network.flatMap(Network::subnets).isEmpty())
          .ifPresent(
              vpc ->
                  problems.when(
                      vpc.getPrivateSubnets().isEmpty() && vpc.getIsolatedSubnets().isEmpty(),
                      "the VPC has neither private nor isolated subnets, and in a public subnet a"
                          + " task without a public address can't reach its image. Add private"
                          + " subnets with a NAT gateway, or name by vpc(vpc, subnets) those that"
                          + " reach the image's registry."));
      if (network.isPresent() && cluster.isPresent()) {
        String own = network.orElseThrow().vpc().getVpcId();
        problems.when(
            !own.equals(cluster.orElseThrow().getVpc().getVpcId()),
            "vpc is not that of cluster, and ECS runs the tasks in the cluster's. Leave vpc out, or"
                + " set the cluster's with the subnets that you want.");
      }
      return problems.all();
    }
  }
}
