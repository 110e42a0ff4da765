package dev.effectivelyonce.local.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a synthesized stack for the tests of a class, on this machine and without Docker: its queues
 * and tables in this JVM, and its packaged functions as processes.
 *
 * <p>Constructors, tests and lifecycle methods may have parameters of the types {@link
 * RunningStack}, {@code SqsClient} and {@code DynamoDbClient}.
 *
 * <p>The stack starts before the first test of the first class that names it. If it doesn't start,
 * the class fails with a {@link dev.effectivelyonce.local.LocalRunnerException}, which names the
 * resource. Classes with the same annotation share one stack, with its queues and tables. It stops
 * after the last test of the run, whether the tests passed or not.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RunsStackExtension.class)
public @interface RunsStack {
  /**
   * The folder that {@code cdk synth} wrote. A relative path starts at the folder in which the
   * tests run: with Maven, the module's.
   */
  String template() default "cdk.out";

  /** The name of the stack in that folder. */
  String stack();
}
