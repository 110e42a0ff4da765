package dev.effectivelyonce.local.template;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A function of the template, with the zip that would be uploaded. */
public record FunctionResource(
    String logicalId,
    String name,
    String arn,
    String handler,
    Map<String, String> environment,
    Duration timeout,
    int memoryMiB,
    Path zip) {}
