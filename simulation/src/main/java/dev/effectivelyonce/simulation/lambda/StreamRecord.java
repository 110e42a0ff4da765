package dev.effectivelyonce.simulation.lambda;

/**
 * A record of a stream.
 *
 * @param sequenceNumber what Lambda knows it by
 * @param id of the item that it tells of
 * @param json as the function gets it
 */
public record StreamRecord(String sequenceNumber, String id, String json) {}
