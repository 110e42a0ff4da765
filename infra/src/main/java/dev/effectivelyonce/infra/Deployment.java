package dev.effectivelyonce.infra;

import dev.effectivelyonce.cdk.DataLifecycle;
import dev.effectivelyonce.cdk.RelationalStore;
import dev.effectivelyonce.core.engine.ConsumerMode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awscdk.services.rds.Endpoint;

/**
 * What is deployed: a stage, and what was said beside it for this time.
 *
 * @param stage the stage's settings, changed where something else was said
 * @param observed the consumers that count duplicates and run them
 * @param gateway the address of the payment gateway, without which there is no consumer fulfilment
 * @param alarms the ARN of the SNS topic that alarms tell, without which they tell nobody
 * @param tickets the ARN of another topic for the alarms that can wait; without it they tell the
 *     same
 * @param runbook the address of the runbook that alarms name, if it is not the project's own
 * @param kafka the ARN of the MSK cluster whose shipments are consumed; with it that is all that is
 *     deployed
 * @param rabbitMq the broker of Amazon MQ whose invoices are consumed; with it that is all that is
 *     deployed
 */
public record Deployment(
    Stage stage,
    Set<DeployedConsumer> observed,
    Optional<String> gateway,
    Optional<String> alarms,
    Optional<String> tickets,
    Optional<String> runbook,
    Optional<String> kafka,
    Optional<Broker> rabbitMq) {
  /** Nobody listens there, in no function: what runs the stack puts its stand-in here. */
  static final String STAND_IN = "http://127.0.0.1:9";

  private static final Pattern ADDRESS = Pattern.compile("https://[A-Za-z0-9.:_/-]+");
  private static final Pattern CLUSTER =
      Pattern.compile("arn:aws[a-z-]*:kafka:[a-z0-9-]+:[0-9]{12}:cluster/[^/\\s]+/[^/\\s]+");
  private static final Pattern BROKER =
      Pattern.compile(
          "(arn:aws[a-z-]*:mq:[a-z0-9-]+:[0-9]{12}:broker:[^:,\\s]+:[^:,\\s]+),"
              + "(arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:[^:,\\s]+-[A-Za-z0-9]{6})");
  private static final Pattern TOPIC =
      Pattern.compile("arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]+");

  /**
   * A broker of RabbitMQ on Amazon MQ.
   *
   * @param loginArn the ARN of the secret by which Lambda logs in
   */
  public record Broker(String arn, String loginArn) {}

  /**
   * Returns a database that nobody serves, in no function: what runs the stack puts one here. So no
   * deployment of the sample needs a VPC.
   */
  static RelationalStore databaseStandIn() {
    return RelationalStore.at(new Endpoint("127.0.0.1", 9), "ledger")
        .withToken("ledger", "db-STANDIN");
  }

  /** Copies what could change. */
  public Deployment {
    observed = Set.copyOf(observed);
  }

  /** A stage as it is. */
  public static Deployment of(Stage stage) {
    return new Deployment(
        stage,
        Set.of(),
        standIn(stage),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Optional<String> standIn(Stage stage) {
    return stage.simulates() ? Optional.of(STAND_IN) : Optional.empty();
  }

  private static String matching(Pattern pattern, String value, String problem) {
    if (!pattern.matcher(value).matches()) {
      throw new UnusableInputException(String.format(Locale.ROOT, problem, value));
    }
    return value;
  }

  private static String gateway(String value) {
    return matching(
        ADDRESS,
        value,
        "The gateway '%s' is no address: set -c gateway=https://payments.example.com.");
  }

  private static String topic(String value) {
    return matching(
        TOPIC,
        value,
        "The topic '%s' is no ARN: set"
            + " -c alarms=arn:aws:sns:eu-west-1:123456789012:on-call, and tickets alike.");
  }

  private static String runbook(String value) {
    return matching(
        ADDRESS,
        value,
        "The runbook '%s' is no address: set -c runbook=https://wiki.example.com/runbook.");
  }

  private static String cluster(String value) {
    return matching(
        CLUSTER,
        value,
        "The cluster '%s' is no ARN of Amazon MSK: set"
            + " -c kafka=arn:aws:kafka:eu-west-1:123456789012:cluster/shop/5f2b-1.");
  }

  private static Broker broker(String value) {
    Matcher arns = BROKER.matcher(value);
    if (!arns.matches()) {
      throw new UnusableInputException(
          ("The broker '%s' is no ARN of Amazon MQ with that of a secret behind a comma: set -c"
                  + " rabbitmq=arn:aws:mq:eu-west-1:123456789012:broker:shop:b-1,"
                  + "arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop-1a2b3c.")
              .formatted(value));
    }
    return new Broker(arns.group(1), arns.group(2));
  }

  /**
   * Returns the deployment that {@code -c stage=…}, {@code -c data=…}, {@code -c rollout=…}, {@code
   * -c observe=…}, {@code -c gateway=…}, {@code -c alarms=…}, {@code -c runbook=…}, {@code -c
   * kafka=…} and {@code -c rabbitmq=…} ask for.
   *
   * @param context the value of a context setting, if it is set
   * @throws UnusableInputException if one has an unknown value, or two ask for a stack of their own
   */
  static Deployment from(Function<String, Optional<String>> context) {
    Stage stage = context.apply("stage").map(Stage::named).orElseGet(Stage::dev);
    Stage kept =
        context
            .apply("data")
            .map(value -> stage.with(choice("data", value, DataLifecycle.class)))
            .orElse(stage);
    Stage rolled =
        context
            .apply("rollout")
            .map(value -> kept.with(choice("rollout", value, Rollout.class)))
            .orElse(kept);
    if (context.apply("kafka").isPresent() && context.apply("rabbitmq").isPresent()) {
      throw new UnusableInputException(
          "Both kafka and rabbitmq are set, and the app has one stack: set one of them.");
    }
    return new Deployment(
        rolled,
        context.apply("observe").map(Deployment::consumers).orElseGet(Set::of),
        context.apply("gateway").map(Deployment::gateway).or(() -> standIn(rolled)),
        context.apply("alarms").map(Deployment::topic),
        context.apply("tickets").map(Deployment::topic),
        context.apply("runbook").map(Deployment::runbook),
        context.apply("kafka").map(Deployment::cluster),
        context.apply("rabbitmq").map(Deployment::broker));
  }

  ConsumerMode mode(DeployedConsumer consumer) {
    return observed.contains(consumer) ? ConsumerMode.OBSERVE : ConsumerMode.ENFORCE;
  }

  /** True where the stage's own lifecycle says that its data counts, and no topic is named. */
  boolean alarmsTellNobody() {
    return Stage.named(stage.name()).lifecycle() == DataLifecycle.KEEP && alarms.isEmpty();
  }

  boolean discardsWhatTheStageKeeps() {
    return stage.lifecycle() == DataLifecycle.DISCARD
        && Stage.named(stage.name()).lifecycle() == DataLifecycle.KEEP;
  }

  private static Set<DeployedConsumer> consumers(String names) {
    return Arrays.stream(names.split(",", -1))
        .map(String::strip)
        .map(name -> choice("observe", name, DeployedConsumer.class))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static <E extends Enum<E>> E choice(String setting, String value, Class<E> choices) {
    return Stream.of(choices.getEnumConstants())
        .filter(choice -> asWritten(choice).equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                new UnusableInputException(
                    "Unknown %s '%s': set %s."
                        .formatted(setting, value, options(setting, choices))));
  }

  private static <E extends Enum<E>> String options(String setting, Class<E> choices) {
    return Stream.of(choices.getEnumConstants())
        .map(choice -> "-c " + setting + "=" + asWritten(choice))
        .collect(Collectors.joining(" or "));
  }

  private static String asWritten(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
