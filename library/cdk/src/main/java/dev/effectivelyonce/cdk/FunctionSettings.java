package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The settings that a function is made of. */
record FunctionSettings(
    FunctionBuilder<?> of,
    String handler,
    Duration timeout,
    Map<String, String> environment,
    List<Permission> permissions) {}
