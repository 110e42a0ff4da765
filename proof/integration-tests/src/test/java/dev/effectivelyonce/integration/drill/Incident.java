package dev.effectivelyonce.integration.drill;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The incidents of the runbook that a test stages. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Incident {
  /** Their names, as the runbook has them at the blocks with their commands. */
  String[] value();
}
