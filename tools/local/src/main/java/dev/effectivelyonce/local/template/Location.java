package dev.effectivelyonce.local.template;

/** The place in a template where a value stands. */
record Location(String logicalId, String property) {}
