package dev.effectivelyonce.local.template;

import java.time.Duration;

/** A rule that triggers a function at a rate. */
public record ScheduleResource(CalledFunction function, Duration rate) implements Trigger {}
