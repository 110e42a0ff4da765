package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.operations.deployed.FunctionFacts;
import dev.effectivelyonce.operations.store.StoreUrl;
import java.util.Optional;

/**
 * Rules of a function whose records are on a server, by the variables that the constructs set. From
 * here a server may have another name, and the function another user: what follows is said.
 */
record ServerChecks(FunctionFacts function, StoreUrl url, Examination found) {
  void examine() {
    Optional<String> host = told("HOST");
    if (host.isEmpty()) {
      found.note(
          "%s has no %sHOST: whether its records are at %s was not checked"
              .formatted(function.name(), prefix(), url.shown()));
      return;
    }
    told("NAME").ifPresent(this::name);
    String there = host.orElseThrow() + told("PORT").map(port -> ":" + port).orElse("");
    if (!there.equals(url.host() + ":" + url.port())) {
      found.note(
          "%s reaches its records at %s, and this machine reaches %s: that both are one server was"
                  .formatted(function.name(), there, url.shown())
              + " not checked");
    }
    boolean isSameUser = told("USER").isPresent() && told("USER").equals(url.user());
    found.note(
        "Not checked: whether %s reaches it from its network%s"
            .formatted(
                function.name(),
                isSameUser ? "" : ", and the rights of its own login, which is not the URL's"));
  }

  private void name(String told) {
    found.require(
        told.equals(url.database()),
        function.name(),
        "%sNAME is %s, not the configuration's %s".formatted(prefix(), told, url.database()),
        "Correct the configuration, or the function: commands would look at other records");
  }

  private String prefix() {
    return EnvironmentVariables.PREFIX
        + (url.kind() == StoreUrl.Kind.POSTGRESQL ? "DATABASE_" : "REDIS_");
  }

  private Optional<String> told(String variable) {
    return Optional.ofNullable(function.environment().get(prefix() + variable))
        .filter(it -> !it.isBlank());
  }
}
