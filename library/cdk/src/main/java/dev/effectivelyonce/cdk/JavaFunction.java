package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import software.amazon.awscdk.services.events.Rule;
import software.amazon.awscdk.services.events.Schedule;
import software.amazon.awscdk.services.events.targets.LambdaFunction;
import software.amazon.awscdk.services.iam.PolicyDocument;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.EventInvokeConfigOptions;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.IFunction;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/** Makes the functions of these constructs, with their own logs and rights. */
final class JavaFunction {
  /** Lambda keeps no event for longer. */
  private static final Duration LONGEST_AGE = Duration.ofHours(6);

  private JavaFunction() {}

  /** Adds a function under the owner. */
  static Function under(
      Construct owner, FunctionSettings settings, UnaryOperator<Function.Builder> more) {
    LogGroup logs = settings.of().logs(owner);
    Function.Builder function =
        Function.Builder.create(owner, "Function")
            .code(settings.of().code.orElseThrow())
            .handler(settings.handler())
            .timeout(Durations.toCdk(settings.timeout()))
            .memorySize(settings.of().memoryMib)
            .environment(settings.environment())
            .role(role(owner, settings, logs))
            .logGroup(logs);
    settings.of().network.ifPresent(network -> network.addTo(function));
    settings.of().encryptionKey.ifPresent(function::environmentEncryption);
    settings.of().reservedConcurrency.ifPresent(function::reservedConcurrentExecutions);
    settings.of().platform().addTo(function);
    Function made = more.apply(function).build();
    settings.of().platform().explainRights(made);
    return made;
  }

  /** Adds a function under the owner that a schedule calls. */
  static Function scheduled(Construct owner, FunctionSettings settings, Duration every) {
    Function function = under(owner, settings, UnaryOperator.identity());
    schedule(owner, function, every);
    return function;
  }

  /**
   * Lets a schedule call a function. A call that fails or can't start is not made again: the next
   * one does its work.
   */
  static void schedule(Construct owner, IFunction function, Duration every) {
    software.amazon.awscdk.Duration age =
        Durations.toCdk(every.compareTo(LONGEST_AGE) < 0 ? every : LONGEST_AGE);
    function.configureAsyncInvoke(
        EventInvokeConfigOptions.builder().retryAttempts(0).maxEventAge(age).build());
    new RuleException(
            "Serverless-LambdaAsyncFailureDestination",
            "A call that fails has lost nothing: the next one does its work, and an alarm rings.")
        .addTo((Construct) function.getNode().findChild("EventInvokeConfig"));
    Rule.Builder.create(owner, "Schedule")
        .schedule(Schedule.rate(Durations.toCdk(every)))
        .targets(
            List.of(
                LambdaFunction.Builder.create(function).retryAttempts(0).maxEventAge(age).build()))
        .build();
  }

  /** Makes the role, with inline rights, since Lambda checks them for an event source mapping. */
  private static Role role(Construct owner, FunctionSettings settings, LogGroup logs) {
    Permission writeLogs =
        Permission.of(logs.getLogGroupArn(), "logs:CreateLogStream", "logs:PutLogEvents");
    List<Permission> permissions =
        Stream.of(
                settings.permissions().stream(),
                settings.of().network.stream().map(it -> Network.RIGHTS),
                Stream.of(writeLogs))
            .flatMap(it -> it)
            .toList();
    PolicyDocument rights = Permission.document(permissions);
    settings.of().network.ifPresent(it -> rights.addStatements(Network.notByItsCode()));
    Role role =
        Role.Builder.create(owner, "Role")
            .assumedBy(new ServicePrincipal("lambda.amazonaws.com"))
            .inlinePolicies(Map.of("Rights", rights))
            .build();
    if (permissions.stream().anyMatch(Permission::isOnEverything)) {
      Network.onEverything().addTo(role);
    }
    return role;
  }
}
