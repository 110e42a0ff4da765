package dev.effectivelyonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Users take the versions of the library's modules from its BOM. */
class BomTest {
  /** The poms of its modules. A starter has nothing else. */
  private static final String OF_THE_LIBRARY = "library/(?!bom/)[^/]+/pom\\.xml";

  private static final Pattern OURS = Pattern.compile("<artifactId>(effectively-once-.+?)<");
  private static final Pattern VERSION = Pattern.compile("<version>(.+?)<");
  private static final Pattern ADDRESS = Pattern.compile("<project\\.address>(.+?)<");
  private static final String BOM = Project.text(Project.ROOT.resolve("library/bom/pom.xml"));

  @Test
  void itNamesEachModuleThatUsersDependOn() {
    List<String> modules =
        Project.texts()
            .filter(it -> Project.ROOT.relativize(it).toString().matches(OF_THE_LIBRARY))
            .map(it -> own(Project.text(it)))
            .toList();

    assertThat(found(OURS, BOM).skip(1)).containsExactlyInAnyOrderElementsOf(modules);
  }

  /** It has no parent, so it repeats both. */
  @Test
  void itsVersionAndAddressAreThoseOfTheModules() {
    String parent = Project.text(Project.ROOT.resolve("pom.xml"));

    assertThat(first(VERSION, BOM)).isEqualTo(first(VERSION, parent));
    assertThat(first(ADDRESS, BOM)).isEqualTo(first(ADDRESS, parent));
  }

  /** Behind that of the parent. */
  private static String own(String pom) {
    return found(OURS, pom).skip(1).findFirst().orElseThrow();
  }

  private static String first(Pattern pattern, String text) {
    return found(pattern, text).findFirst().orElseThrow();
  }

  private static Stream<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(it -> it.group(1));
  }
}
