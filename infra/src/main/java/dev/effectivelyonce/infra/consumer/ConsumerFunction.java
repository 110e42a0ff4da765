package dev.effectivelyonce.infra.consumer;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.SnapStartConf;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/** The function of a consumer and the alias under which its snapshot version runs. */
record ConsumerFunction(Function function, Alias live) {
  private static final String NEEDS_A_VERSION = "@aws-cdk/aws-lambda:snapStartRequirePublish";

  static ConsumerFunction create(Construct consumer, FunctionSettings settings) {
    LogGroup logs =
        LogGroup.Builder.create(consumer, "Logs")
            .retention(settings.logRetention())
            .removalPolicy(settings.lifecycle().removalPolicy())
            .build();
    Function function =
        Function.Builder.create(consumer, "Function")
            .runtime(Runtime.JAVA_25)
            .architecture(Architecture.ARM_64)
            .snapStart(SnapStartConf.ON_PUBLISHED_VERSIONS)
            .code(settings.code())
            .handler(settings.handler())
            .timeout(Durations.toCdk(settings.timeout()))
            .memorySize(settings.memoryMib())
            .environment(settings.environment())
            .role(role(consumer, settings, logs))
            .logGroup(logs)
            .build();
    Annotations.of(function)
        .acknowledgeWarning(NEEDS_A_VERSION, "The alias below publishes each version.");
    // SnapStart restores published versions alone, so nothing may call the unpublished function.
    Alias live =
        Alias.Builder.create(consumer, "Live")
            .aliasName("live")
            .version(function.getCurrentVersion())
            .build();
    return new ConsumerFunction(function, live);
  }

  /** Inline, so that the rights exist before Lambda checks them for the event source mapping. */
  private static Role role(Construct consumer, FunctionSettings settings, LogGroup logs) {
    Permission writeLogs =
        Permission.of(logs.getLogGroupArn(), "logs:CreateLogStream", "logs:PutLogEvents");
    List<Permission> permissions =
        Stream.concat(settings.permissions().stream(), Stream.of(writeLogs)).toList();
    return Role.Builder.create(consumer, "Role")
        .assumedBy(new ServicePrincipal("lambda.amazonaws.com"))
        .inlinePolicies(Map.of("Consumer", Permission.document(permissions)))
        .build();
  }
}
