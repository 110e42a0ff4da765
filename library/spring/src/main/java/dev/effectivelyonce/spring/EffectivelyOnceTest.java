package dev.effectivelyonce.spring;

import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.ManualTimers;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AliasFor;

/**
 * A test of methods with {@link Once} that needs no broker and no database. The application
 * consists of the classes that it names, the annotated methods' and those of what they need.
 * Records are kept for 19 days. The test can inject
 *
 * <ul>
 *   <li>{@link OnceDeliveries}, which delivers messages as a broker would;
 *   <li>{@link InMemoryStore}, which has the records, unless there is a bean of another store, as
 *       the methods that are transactional need it;
 *   <li>{@link ManualClock}, the time, which stands still until the test moves it, and {@link
 *       ManualTimers}, which move it too and renew claims meanwhile.
 * </ul>
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(webEnvironment = WebEnvironment.NONE, properties = "effectively-once.retention=19d")
@Import(OnceTestConfiguration.class)
public @interface EffectivelyOnceTest {
  /** The classes of the test's beans. Don't name the application, which starts its listeners. */
  @AliasFor(annotation = SpringBootTest.class, attribute = "classes")
  Class<?>[] value();
}
