package dev.effectivelyonce.local.template;

import java.util.List;

/** AWS::Lambda::Url. */
record UrlParser(Properties properties, List<FunctionResource> functions) {
  UrlResource parse(Resource resource) {
    String target = properties.text(resource, "TargetFunctionArn");
    return functions.stream()
        .filter(function -> function.arn().equals(target) || function.name().equals(target))
        .findFirst()
        .map(function -> new UrlResource(resource.logicalId(), function))
        .orElseThrow(
            () ->
                new TemplateException(
                    resource.at("TargetFunctionArn"), "is no function of this stack: " + target));
  }
}
