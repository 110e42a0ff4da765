package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Tokenization;
import software.amazon.awscdk.services.ec2.IConnectable;
import software.amazon.awscdk.services.ec2.ISecurityGroup;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.secretsmanager.ISecret;
import software.constructs.Construct;

/**
 * A Redis or Valkey server with the records of a consumer or API, instead of a DynamoDB table. The
 * function gets the server's address and permission to use one login. The function's code declares
 * whether records survive a failover. Immutable; every method returns another one.
 */
public final class RedisEndpoint extends RecordServer {
  /** The variable with the server's name. */
  public static final String HOST = EnvironmentVariables.PREFIX + "REDIS_HOST";

  /** The variable with the server's port. */
  public static final String PORT = EnvironmentVariables.PREFIX + "REDIS_PORT";

  /** The variable with the ARN of the secret; set if the login is a secret. */
  public static final String SECRET = EnvironmentVariables.PREFIX + "REDIS_SECRET";

  /** The variable with the user for whom IAM signs tokens; set if the login is a token. */
  public static final String USER = EnvironmentVariables.PREFIX + "REDIS_USER";

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,39}");

  private final String host;
  private final Number port;
  private final ServerAccess access;
  private final Optional<TokenUser> tokenUser;

  /** A service whose users log in with tokens of IAM. */
  private enum Service {
    ELASTICACHE("elasticache:Connect", ArnFormat.COLON_RESOURCE_NAME),
    MEMORYDB("memorydb:connect", ArnFormat.SLASH_RESOURCE_NAME);

    private final String action;
    private final ArnFormat format;

    Service(String action, ArnFormat format) {
      this.action = action;
      this.format = format;
    }

    private String prefix() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A user for whom IAM signs tokens, and the server's own ARN. */
  private record TokenUser(Service service, String name, String serverArn) {}

  private RedisEndpoint(
      String host, Number port, ServerAccess access, Optional<TokenUser> tokenUser) {
    super("redis", "redis");
    this.host = host;
    this.port = port;
    this.access = access;
    this.tokenUser = tokenUser;
  }

  /**
   * Returns a server.
   *
   * @param host the host of the primary, or the single endpoint of a cluster or a serverless cache
   * @param port the port, such as 6379
   */
  public static RedisEndpoint at(String host, Number port) {
    return new RedisEndpoint(host, port, ServerAccess.NONE, Optional.empty());
  }

  /**
   * Returns this server, and opens its port to the function in the server's security groups. The
   * function then needs a VPC. Default: no port is opened.
   */
  public RedisEndpoint admittedBy(IConnectable opened) {
    return new RedisEndpoint(host, port, access.admittedBy(opened), tokenUser);
  }

  /**
   * Returns this server with a login from a secret. This is the only secret that the function may
   * read for it. Exactly one login is required.
   *
   * @param login the secret; its full ARN must be known
   */
  public RedisEndpoint withSecret(ISecret login) {
    return new RedisEndpoint(host, port, access.withSecret(login), tokenUser);
  }

  /**
   * Returns this server with a login by an IAM token for ElastiCache. The function may request
   * tokens only as this user.
   *
   * @param user the user; its id must be the same as its name, because tokens require that
   * @param cacheArn the ARN of the replication group or the serverless cache
   */
  public RedisEndpoint withElastiCacheToken(String user, String cacheArn) {
    return with(new TokenUser(Service.ELASTICACHE, user, cacheArn));
  }

  /** Returns this server with a login by an IAM token for a MemoryDB cluster, as this user. */
  public RedisEndpoint withMemoryDbToken(String user, String clusterArn) {
    return with(new TokenUser(Service.MEMORYDB, user, clusterArn));
  }

  private RedisEndpoint with(TokenUser user) {
    return new RedisEndpoint(host, port, access, Optional.of(user));
  }

  @Override
  String identity() {
    return "redis://%s:%s".formatted(host, Tokenization.stringifyNumber(port));
  }

  @Override
  List<String> problems(Optional<Network> network) {
    return new Problems()
        .when(host.isBlank(), "redis names no host. Name the primary's.")
        .and(
            access.problems(
                setting,
                "withSecret, withElastiCacheToken and withMemoryDbToken",
                tokenUser,
                network))
        .and(tokenUser.map(RedisEndpoint::problems).orElse(List.of()))
        .all();
  }

  private static List<String> problems(TokenUser user) {
    String arn = user.serverArn();
    String service = user.service().prefix();
    return new Problems()
        .when(
            !isToken(user.name()) && !NAME.matcher(user.name()).matches(),
            "redis' user '%s' is none that a right can name alone. Use letters, digits and -.",
            user.name())
        .when(
            !isToken(arn) && (arn.contains("*") || !arn.matches("arn:[a-z-]+:" + service + ":.+")),
            "redis' server '%s' is no ARN of %s. Use the server's own, without a wildcard.",
            arn,
            service)
        .all();
  }

  @Override
  Map<String, String> variables() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(HOST, host);
    variables.put(PORT, Tokenization.stringifyNumber(port));
    access.secret().ifPresent(it -> variables.put(SECRET, it.getSecretArn()));
    tokenUser.ifPresent(it -> variables.put(USER, it.name()));
    return variables;
  }

  @Override
  Stream<Permission> rights(Construct scope) {
    return Stream.concat(access.rights(), tokenUser.stream().flatMap(it -> connect(scope, it)));
  }

  private static Stream<Permission> connect(Construct scope, TokenUser user) {
    String userArn =
        Stack.of(scope)
            .formatArn(
                ArnComponents.builder()
                    .service(user.service().prefix())
                    .resource("user")
                    .resourceName(user.name())
                    .arnFormat(user.service().format)
                    .build());
    return Stream.of(user.serverArn(), userArn)
        .map(arn -> Permission.of(arn, user.service().action));
  }

  @Override
  List<ISecurityGroup> admit(Function function) {
    return access.admit(function, port);
  }
}
