package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.operations.deployed.FunctionArn;
import dev.effectivelyonce.operations.deployed.FunctionFacts;
import dev.effectivelyonce.operations.deployed.FunctionLookups;
import dev.effectivelyonce.operations.deployed.LiveFunction;
import java.util.List;
import java.util.Optional;

/** Checks that a function has the variables without which it does not start. */
record VariableChecks(FunctionLookups lookups, List<String> required, Examination found) {
  /** Checks each version that runs: while an alias moves, the new one may be the broken one. */
  void of(LiveFunction function) {
    function.versions().forEach(version -> of(function.arn(), version));
  }

  private void of(FunctionArn arn, FunctionFacts version) {
    List<String> missing = version.missing(required);
    found.require(
        missing.isEmpty(),
        version.name(),
        "version %s has no %s: every invocation fails, and messages go to the dead-letter queue"
            .formatted(version.version(), String.join(", ", missing)),
        missing.isEmpty() ? "" : remedy(arn, version));
  }

  private String remedy(FunctionArn arn, FunctionFacts version) {
    return arn.alias()
        .flatMap(alias -> rollback(arn, alias, version))
        .orElse("Set it in the stack and deploy, or deploy again what was deployed before");
  }

  private Optional<String> rollback(FunctionArn arn, String alias, FunctionFacts version) {
    return lookups
        .versionBefore(arn, version.version(), required)
        .known()
        .flatMap(before -> before)
        .map(
            before ->
                ("Roll back at once, then correct the stack: aws lambda update-alias"
                        + " --function-name %s --name %s --function-version %s --routing-config"
                        + " AdditionalVersionWeights={}")
                    .formatted(arn.name(), alias, before));
  }
}
