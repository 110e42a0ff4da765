package dev.effectivelyonce.kafka;

/**
 * The schema of a record's key or value in a schema registry.
 *
 * @param dataFormat the format in which the producer wrote it: {@code AVRO}, {@code PROTOBUF} or
 *     {@code JSON}
 * @param schemaId the schema's id in the registry
 */
public record KafkaSchema(String dataFormat, String schemaId) {}
