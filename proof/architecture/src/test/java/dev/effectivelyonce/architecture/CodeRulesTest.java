package dev.effectivelyonce.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** What is banned, and what every package and type has. */
class CodeRulesTest {
  private static final String US = "dev.effectivelyonce";
  private static final String OF_THE_LIBRARY =
      "core batch dynamodb http kafka sqs metrics micrometer opentelemetry outbox rabbitmq redis"
          + " replay spring streams powertools testkit worker functions";
  private static final String[] LIBRARY = packages(OF_THE_LIBRARY);
  private static final String[] TIMED = packages(OF_THE_LIBRARY + " cli operations");

  /** What the compiler's check DefaultLocale passes by: it reads formats that are constants. */
  private static final Pattern MACHINES_LANGUAGE =
      Pattern.compile(
          String.join(
              "|",
              "(String\\.format|\\.printf)\\((?!\\s*Locale\\.ROOT)",
              "String::(format|toLowerCase|toUpperCase)\\b",
              // A variable or a call has the format, and no constant.
              "\\b[a-z]\\w*\\s*\\.formatted\\(",
              "(\\w\\([^()]*|[^\"])\\)\\s*\\.formatted\\(",
              "\"[^\"\\n]*%(?![sn%])[^\"\\n]*\"\\s*::formatted",
              "([)\\w]|\"\"\")\\s*::formatted"));

  private static final String PLATFORM = US + ".core.engine.Platform";

  private final JavaClasses classes = Project.classes();

  @Test
  void aNameMeansOneThingInTheLibrary() {
    Map<String, Long> types =
        Project.sources().stream()
            .filter(it -> Project.ROOT.relativize(it).startsWith("library"))
            .filter(it -> it.toString().contains("/src/main/"))
            .map(it -> it.getFileName().toString())
            .filter(name -> !name.equals("package-info.java"))
            .collect(groupingBy(name -> name, counting()));

    assertThat(types)
        .hasSizeGreaterThan(300)
        .allSatisfy((name, times) -> assertThat(times).isOne());
  }

  @Test
  void timeAndChanceAreGivenNotTaken() {
    noClasses()
        .that()
        .resideInAnyPackage(TIMED)
        .and()
        .doNotHaveFullyQualifiedName(PLATFORM)
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callMethod(Clock.class, "systemDefaultZone")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(UUID.class, "randomUUID")
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
        .check(classes);
  }

  @Test
  void thereIsNoStaticStateThatChanges() {
    fields()
        .that()
        .areDeclaredInClassesThat()
        .resideInAPackage(US + "..")
        .and()
        .haveModifier(STATIC)
        .and()
        // What a compiler or weaver adds.
        .doNotHaveModifier(SYNTHETIC)
        .should()
        .beFinal()
        .check(classes);
  }

  @Test
  void nothingPrintsButTheLocalRunnerTheCdkAppAndTheCommandLinesOutput() {
    noClasses()
        .that()
        .resideInAnyPackage(TIMED)
        .and()
        // Lambda's own logger writes to standard output, and so does its stand-in for tests.
        .doNotHaveFullyQualifiedName(US + ".testkit.sqs.TestContext$StandardOutput")
        .and()
        // CloudWatch reads metrics from standard output, not from within a logger's layout.
        .doNotHaveFullyQualifiedName(US + ".metrics.StandardOutput")
        .and()
        // Where there is no log, nothing else is left to say so.
        .doNotHaveFullyQualifiedName(US + ".core.engine.LoggingObserver")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(classes);
  }

  @Test
  void thePublicApiTakesNoBooleans() {
    methods()
        .that()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .resideInAnyPackage(LIBRARY)
        .and()
        .areDeclaredInClassesThat()
        .arePublic()
        .should(takeNoBoolean())
        .check(classes);
  }

  @Test
  void exceptionsOfTheLibraryHaveOneBase() {
    classes()
        .that()
        .resideInAnyPackage(LIBRARY)
        .and()
        .areAssignableTo(Exception.class)
        .should()
        .beAssignableTo(US + ".core.EffectivelyOnceException")
        .check(classes);
  }

  @Test
  void noTextIsInTheLanguageOfTheMachine() {
    List<String> found =
        Project.sources().stream()
            .flatMap(
                source ->
                    MACHINES_LANGUAGE
                        .matcher(Project.text(source))
                        .results()
                        .map(it -> Project.ROOT.relativize(source) + ": " + it.group()))
            .toList();
    assertThat(found).as("formats without Locale.ROOT that are not read as constants").isEmpty();
  }

  @Test
  void everyPackageIsNullMarked() {
    Set<JavaPackage> packages = classes.getPackage(US).getSubpackagesInTree();
    List<String> unmarked =
        packages.stream()
            .filter(it -> !it.getClasses().isEmpty())
            .filter(it -> !it.isAnnotatedWith(NullMarked.class))
            .map(JavaPackage::getName)
            .toList();
    assertThat(packages).hasSizeGreaterThan(10);
    assertThat(unmarked).isEmpty();
  }

  private static String[] packages(String names) {
    return Stream.of(names.split(" ", -1)).map(it -> US + "." + it + "..").toArray(String[]::new);
  }

  private static ArchCondition<JavaMethod> takeNoBoolean() {
    DescribedPredicate<JavaClass> isBoolean =
        DescribedPredicate.describe("boolean", type -> type.isEquivalentTo(boolean.class));
    return new ArchCondition<>("take no boolean") {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        boolean takesOne = method.getRawParameterTypes().stream().anyMatch(isBoolean);
        boolean isGenerated = method.getName().equals("equals");
        events.add(
            new SimpleConditionEvent(
                method, !takesOne || isGenerated, method.getFullName() + " takes a boolean"));
      }
    };
  }
}
