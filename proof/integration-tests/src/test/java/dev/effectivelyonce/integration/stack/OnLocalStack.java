package dev.effectivelyonce.integration.stack;

import dev.effectivelyonce.integration.environment.Settings;
import java.util.UUID;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the {@link DeployedStack}: deployed once for all of them, removed after the last. */
public final class OnLocalStack implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(OnLocalStack.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == DeployedStack.class;
  }

  @Override
  public DeployedStack resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(Deployment.class, key -> Deployment.tried(), Deployment.class)
        .stack();
  }

  /** A deployment that may have failed: then every test says so, and none tries again. */
  private interface Deployment extends AutoCloseable {
    DeployedStack stack();

    static Deployment tried() {
      try {
        String run = UUID.randomUUID().toString().substring(0, 8);
        return new Succeeded(DeployedStack.deploy(Settings.ofThisProcess(), run));
      } catch (RuntimeException e) {
        return new Failed(e);
      }
    }
  }

  private record Succeeded(DeployedStack stack) implements Deployment {
    @Override
    public void close() {
      stack.close();
    }
  }

  private record Failed(RuntimeException why) implements Deployment {
    @Override
    public DeployedStack stack() {
      throw why;
    }

    @Override
    public void close() {}
  }
}
