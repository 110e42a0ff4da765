package dev.effectivelyonce.cdk;

import java.util.Map;
import software.amazon.awscdk.services.cloudwatch.Alarm;

/**
 * A construct's function at work.
 *
 * @param function with the alias that is called
 * @param metrics that the library writes for it
 * @param alarms in the order of their kinds
 */
record Running<K extends Enum<K>>(
    ConsumerFunction function, ConsumerMetrics metrics, Map<K, Alarm> alarms) {}
