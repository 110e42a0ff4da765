package dev.effectivelyonce.infra.consumer;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/** What the functions of these constructs have in common: Java 25 on arm64, own logs and rights. */
final class JavaFunction {
  private JavaFunction() {}

  /** A function under the owner, to which the owner may add before it is built. */
  static Function.Builder under(Construct owner, FunctionSettings settings) {
    LogGroup logs =
        LogGroup.Builder.create(owner, "Logs")
            .retention(settings.logRetention())
            .removalPolicy(settings.lifecycle().removalPolicy())
            .build();
    return Function.Builder.create(owner, "Function")
        .runtime(Runtime.JAVA_25)
        .architecture(Architecture.ARM_64)
        .code(settings.code())
        .handler(settings.handler())
        .timeout(Durations.toCdk(settings.timeout()))
        .memorySize(settings.memoryMib())
        .environment(settings.environment())
        .role(role(owner, settings, logs))
        .logGroup(logs);
  }

  /** Inline, so that the rights exist before Lambda checks them for an event source mapping. */
  private static Role role(Construct owner, FunctionSettings settings, LogGroup logs) {
    Permission writeLogs =
        Permission.of(logs.getLogGroupArn(), "logs:CreateLogStream", "logs:PutLogEvents");
    List<Permission> permissions =
        Stream.concat(settings.permissions().stream(), Stream.of(writeLogs)).toList();
    return Role.Builder.create(owner, "Role")
        .assumedBy(new ServicePrincipal("lambda.amazonaws.com"))
        .inlinePolicies(Map.of("Rights", Permission.document(permissions)))
        .build();
  }
}
