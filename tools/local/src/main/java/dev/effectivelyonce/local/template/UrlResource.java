package dev.effectivelyonce.local.template;

/**
 * A function URL of the template.
 *
 * @param logicalId also its path among the local function URLs
 * @param function what it calls
 */
public record UrlResource(String logicalId, CalledFunction function) {}
