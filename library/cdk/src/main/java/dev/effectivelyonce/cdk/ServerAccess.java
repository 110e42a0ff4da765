package dev.effectivelyonce.cdk;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.services.ec2.IConnectable;
import software.amazon.awscdk.services.ec2.ISecurityGroup;
import software.amazon.awscdk.services.ec2.Port;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.secretsmanager.ISecret;

/**
 * The way to a server of records.
 *
 * @param admittedBy the security groups that open its port
 * @param secret user and password, if no token is the login
 */
record ServerAccess(Optional<IConnectable> admittedBy, Optional<ISecret> secret) {
  private static final String NO_EGRESS_RULE = "@aws-cdk/aws-ec2:ipv4IgnoreEgressRule";

  static final ServerAccess NONE = new ServerAccess(Optional.empty(), Optional.empty());

  ServerAccess admittedBy(IConnectable opened) {
    return new ServerAccess(Optional.of(opened), secret);
  }

  ServerAccess withSecret(ISecret login) {
    return new ServerAccess(admittedBy, Optional.of(login));
  }

  /** Returns what is wrong, where a token is the other way to log in. */
  List<String> problems(
      String setting, String logins, Optional<?> token, Optional<Network> network) {
    return new Problems()
        .when(
            secret.isPresent() == token.isPresent(),
            "%s has %s. Set one of %s.",
            setting,
            secret.isPresent() ? "two logins" : "no login",
            logins)
        .when(
            admittedBy.isPresent() && network.isEmpty(),
            "%s is admitted by a security group, and the function is in no VPC. Set vpc with"
                + " subnets that reach it.",
            setting)
        .and(secret.map(it -> problems(setting, it)).orElse(List.of()))
        .all();
  }

  /**
   * Returns what is wrong with a secret. One that is imported by its name has an ARN without the
   * six characters at its end: a right to that is one to no secret, and with a wildcard one to
   * others, too.
   */
  static List<String> problems(String setting, ISecret secret) {
    return new Problems()
        .when(
            secret.getSecretFullArn() == null,
            "%s has a secret without its full ARN, and a right to it would be one to others whose"
                + " names begin alike. Use Secret.fromSecretCompleteArn.",
            setting)
        .all();
  }

  /** Returns the rights to read the secret. */
  Stream<Permission> rights() {
    return secret.stream().flatMap(Permission::toRead);
  }

  /**
   * Opens the port to a function, where that was asked for. The rule belongs to the function's
   * side: a server of another stack does not depend on this one.
   *
   * @return the security groups that have the rules
   */
  List<ISecurityGroup> admit(Function function, Number port) {
    List<ISecurityGroup> groups = new ArrayList<>();
    admittedBy.ifPresent(
        server -> {
          groups.addAll(function.getConnections().getSecurityGroups());
          // One that lets everything out needs no rule of its own.
          groups.forEach(it -> Annotations.of(it).acknowledgeWarning(NO_EGRESS_RULE));
          function
              .getConnections()
              .allowTo(server, Port.tcp(port), "Records of " + function.getNode().getPath());
          groups.addAll(server.getConnections().getSecurityGroups());
        });
    return groups;
  }
}
