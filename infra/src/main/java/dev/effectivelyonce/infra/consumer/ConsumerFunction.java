package dev.effectivelyonce.infra.consumer;

import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.SnapStartConf;
import software.constructs.Construct;

/** The function of a consumer and the alias under which its snapshot version runs. */
record ConsumerFunction(Function function, Alias live) {
  private static final String NEEDS_A_VERSION = "@aws-cdk/aws-lambda:snapStartRequirePublish";

  static ConsumerFunction create(Construct consumer, FunctionSettings settings) {
    Function function =
        JavaFunction.under(consumer, settings)
            .snapStart(SnapStartConf.ON_PUBLISHED_VERSIONS)
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
}
