package dev.effectivelyonce.powertools;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.core.engine.OpenAttempt;

/**
 * A call of an {@code @Idempotent} method that runs now, under a claim.
 *
 * @param payload the very object with which Powertools ends the call
 */
record OpenCall(JsonNode payload, IdempotentFunction function, OpenAttempt attempt) {}
