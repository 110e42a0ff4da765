package dev.effectivelyonce.kafka;

/**
 * What a schema registry says of a record's key or value.
 *
 * @param dataFormat {@code AVRO}, {@code PROTOBUF} or {@code JSON}, as its producer wrote it
 * @param schemaId the registry's id
 */
public record KafkaSchema(String dataFormat, String schemaId) {}
