package dev.effectivelyonce.benchmarks.run;

/** What JMH says of a method. */
public record MicroRow(String benchmark, double nanos, double errorNanos, double allocatedBytes) {}
