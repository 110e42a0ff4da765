package dev.effectivelyonce.local.template;

import java.util.OptionalInt;

/**
 * A topic of Kafka that triggers a function, by a mapping in provisioned mode.
 *
 * @param mostPollers absent where the template leaves it to Lambda
 */
public record KafkaResource(CalledFunction function, OptionalInt mostPollers, KafkaMapping mapping)
    implements Trigger {}
