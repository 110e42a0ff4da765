package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.stream.Stream;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.services.secretsmanager.ISecret;

/**
 * A RabbitMQ broker on Amazon MQ, with the secret that Lambda uses to log in. Lambda's pollers use
 * the broker's own network.
 */
public final class RabbitMqBroker {
  private final String arn;
  private final ISecret login;

  private RabbitMqBroker(String arn, ISecret login) {
    this.arn = arn;
    this.login = login;
  }

  /**
   * Returns a broker.
   *
   * @param login a secret with the members {@code username} and {@code password}
   */
  public static RabbitMqBroker amazonMq(String brokerArn, ISecret login) {
    return new RabbitMqBroker(brokerArn, login);
  }

  String arn() {
    return arn;
  }

  /** Returns the broker's name, which metrics have, out of {@code arn:…:broker:NAME:ID}. */
  String name() {
    return Fn.select(6, Fn.split(":", arn, 8));
  }

  List<String> problems() {
    return ServerAccess.problems("the broker", login);
  }

  String loginArn() {
    return login.getSecretArn();
  }

  List<Permission> rights() {
    return Stream.concat(
            Stream.of(
                Permission.of(arn, "mq:DescribeBroker"),
                Permission.of(login.getSecretArn(), "secretsmanager:GetSecretValue"),
                KafkaCluster.VPC_RIGHTS),
            Keys.toRead(login))
        .toList();
  }
}
