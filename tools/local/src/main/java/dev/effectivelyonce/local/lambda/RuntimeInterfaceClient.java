package dev.effectivelyonce.local.lambda;

import com.amazonaws.services.lambda.runtime.LambdaRuntime;
import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import dev.effectivelyonce.local.LocalRunnerException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.utilslite.SdkInternalThreadLocal;

/** The jars that AWS puts before a function's code: found where this JVM loaded them from. */
final class RuntimeInterfaceClient {
  static final String MAIN_CLASS = AWSLambda.class.getName();

  private RuntimeInterfaceClient() {}

  static List<Path> jars() {
    return Stream.of(
            AWSLambda.class,
            LambdaRuntime.class,
            PojoSerializer.class,
            SdkInternalThreadLocal.class)
        .map(RuntimeInterfaceClient::jarOf)
        .toList();
  }

  private static Path jarOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new LocalRunnerException("Cannot locate the jar of " + type.getName(), e);
    }
  }
}
