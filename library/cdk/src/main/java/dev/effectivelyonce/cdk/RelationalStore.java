package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.util.LinkedHashMap;
import java.util.List;
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
import software.amazon.awscdk.services.rds.Endpoint;
import software.amazon.awscdk.services.secretsmanager.ISecret;
import software.constructs.Construct;

/**
 * A PostgreSQL database with the records of a consumer or API, instead of a DynamoDB table. The
 * function gets the database's address and permission to use one login. The construct does not
 * create tables or grants in the database. Immutable; every method returns another one.
 */
public final class RelationalStore extends RecordServer {
  /** The table of records, as {@code V1__effectively_once.sql} makes it. */
  static final String TABLE = "effectively_once_record";

  private static final Pattern USER = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,62}");
  private static final Pattern RESOURCE = Pattern.compile("(db|cluster|prx)-[A-Za-z0-9]+");

  private final Endpoint endpoint;
  private final String database;
  private final ServerAccess access;
  private final Optional<TokenUser> tokenUser;

  /** A user of the database for whom IAM signs tokens. */
  private record TokenUser(String name, String resourceId) {}

  private RelationalStore(
      Endpoint endpoint, String database, ServerAccess access, Optional<TokenUser> tokenUser) {
    super("relationalStore", TABLE);
    this.endpoint = endpoint;
    this.database = database;
    this.access = access;
    this.tokenUser = tokenUser;
  }

  /**
   * Returns a database.
   *
   * @param endpoint the endpoint of the writer: that of a cluster, an instance, or a proxy in front
   *     of it
   * @param database the name of the database at this endpoint
   */
  public static RelationalStore at(Endpoint endpoint, String database) {
    return new RelationalStore(endpoint, database, ServerAccess.NONE, Optional.empty());
  }

  /**
   * Returns this database, and opens its port to the function in the security groups of this
   * cluster, instance or proxy. The function then needs a VPC. Default: no port is opened.
   */
  public RelationalStore admittedBy(IConnectable opened) {
    return new RelationalStore(endpoint, database, access.admittedBy(opened), tokenUser);
  }

  /**
   * Returns this database with a login by user and password from a secret. This is the only secret
   * that the function may read for it. Can't be combined with {@link #withToken}; one of the two is
   * required.
   *
   * @param login a secret in the format of those that RDS manages; its full ARN must be known
   */
  public RelationalStore withSecret(ISecret login) {
    return new RelationalStore(endpoint, database, access.withSecret(login), tokenUser);
  }

  /**
   * Returns this database with a login by an IAM token. The function may request tokens only as
   * this user. Can't be combined with {@link #withSecret}; one of the two is required.
   *
   * @param user a user of the database with the role {@code rds_iam}
   * @param resourceId the resource id of the cluster ({@code cluster-…}), the instance ({@code
   *     db-…}) or the proxy ({@code prx-…})
   */
  public RelationalStore withToken(String user, String resourceId) {
    return new RelationalStore(
        endpoint, database, access, Optional.of(new TokenUser(user, resourceId)));
  }

  @Override
  String identity() {
    return "postgresql://%s/%s".formatted(endpoint.getSocketAddress(), database);
  }

  @Override
  List<String> problems(Optional<Network> network) {
    return new Problems()
        .when(
            database.isBlank(), "relationalStore names no database. Name the one with the tables.")
        .and(access.problems(setting, "withSecret and withToken", tokenUser, network))
        .and(tokenUser.map(RelationalStore::problems).orElse(List.of()))
        .all();
  }

  private static List<String> problems(TokenUser user) {
    return new Problems()
        .when(
            !isToken(user.name()) && !USER.matcher(user.name()).matches(),
            "relationalStore's user '%s' is none that a right can name alone. Use letters, digits,"
                + " _ and -.",
            user.name())
        .when(
            !isToken(user.resourceId()) && !RESOURCE.matcher(user.resourceId()).matches(),
            "relationalStore's resource '%s' is no id of a cluster, an instance or a proxy. Use"
                + " cluster-…, db-… or prx-…, which are no names.",
            user.resourceId())
        .all();
  }

  @Override
  Map<String, String> variables() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(EnvironmentVariables.DATABASE_HOST, endpoint.getHostname());
    variables.put(
        EnvironmentVariables.DATABASE_PORT, Tokenization.stringifyNumber(endpoint.getPort()));
    variables.put(EnvironmentVariables.DATABASE_NAME, database);
    access
        .secret()
        .ifPresent(it -> variables.put(EnvironmentVariables.DATABASE_SECRET, it.getSecretArn()));
    tokenUser.ifPresent(it -> variables.put(EnvironmentVariables.DATABASE_USER, it.name()));
    return variables;
  }

  @Override
  Stream<Permission> rights(Construct scope) {
    Stream<Permission> connect =
        tokenUser.stream().map(it -> Permission.of(arn(scope, it), "rds-db:connect"));
    return Stream.concat(access.rights(), connect);
  }

  private static String arn(Construct scope, TokenUser user) {
    return Stack.of(scope)
        .formatArn(
            ArnComponents.builder()
                .service("rds-db")
                .resource("dbuser")
                .resourceName(user.resourceId() + "/" + user.name())
                .arnFormat(ArnFormat.COLON_RESOURCE_NAME)
                .build());
  }

  @Override
  List<ISecurityGroup> admit(Function function) {
    return access.admit(function, endpoint.getPort());
  }
}
