package dev.effectivelyonce.cdk;

import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.SnapStartConf;
import software.amazon.awscdk.services.lambda.VersionOptions;
import software.constructs.Construct;

/** The function of a consumer and the alias under which its snapshot version runs. */
record ConsumerFunction(Function function, Alias alias) {
  private static final String NEEDS_A_VERSION = "@aws-cdk/aws-lambda:snapStartRequirePublish";

  /**
   * Keeps old versions, so that the alias can go back at once. A failed deployment still deletes
   * its version: Lambda would not publish the same code again.
   */
  private static final VersionOptions KEPT =
      VersionOptions.builder().removalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE).build();

  static ConsumerFunction create(Construct consumer, FunctionSettings settings) {
    Function function =
        JavaFunction.under(
            consumer,
            settings,
            it -> it.snapStart(SnapStartConf.ON_PUBLISHED_VERSIONS).currentVersionOptions(KEPT));
    Annotations.of(function)
        .acknowledgeWarning(NEEDS_A_VERSION, "The alias below publishes each version.");
    // SnapStart restores published versions alone, so nothing may call the unpublished function.
    Alias alias =
        Alias.Builder.create(consumer, "Live")
            .aliasName("live")
            .version(function.getCurrentVersion())
            .build();
    return new ConsumerFunction(function, alias);
  }
}
