package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Objects;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.rds.AuroraPostgresClusterEngineProps;
import software.amazon.awscdk.services.rds.AuroraPostgresEngineVersion;
import software.amazon.awscdk.services.rds.ClusterInstance;
import software.amazon.awscdk.services.rds.DatabaseCluster;
import software.amazon.awscdk.services.rds.DatabaseClusterEngine;
import software.amazon.awscdk.services.rds.DatabaseProxy;
import software.amazon.awscdk.services.rds.DatabaseProxyOptions;
import software.amazon.awscdk.services.rds.Endpoint;
import software.constructs.Construct;

/** What docs/networks-and-keys.md shows of a consumer on PostgreSQL, behind a proxy. */
final class PostgresStack extends Stack {
  PostgresStack(Construct scope) {
    super(scope, "Postgres");
    Vpc vpc = Vpc.Builder.create(this, "Vpc").build();
    DatabaseCluster cluster =
        DatabaseCluster.Builder.create(this, "Cluster")
            .engine(
                DatabaseClusterEngine.auroraPostgres(
                    AuroraPostgresClusterEngineProps.builder()
                        .version(AuroraPostgresEngineVersion.VER_16_4)
                        .build()))
            .writer(ClusterInstance.serverlessV2("Writer"))
            .storageEncrypted(true)
            .vpc(vpc)
            .build();
    DatabaseProxy proxy =
        cluster.addProxy(
            "Proxy",
            DatabaseProxyOptions.builder()
                .vpc(vpc)
                .iamAuth(true)
                .secrets(List.of(Objects.requireNonNull(cluster.getSecret())))
                .build());
    RelationalStore records =
        RelationalStore.at(new Endpoint(proxy.getEndpoint(), 5432), "shop")
            .admittedBy(proxy)
            .withToken("ledger", Fn.select(6, Fn.split(":", proxy.getDbProxyArn())));
    IdempotentConsumer ledger =
        IdempotentConsumer.Builder.create(this, "Ledger")
            .consumerName("ledger")
            .relationalStore(records)
            .vpc(vpc)
            .code(Code.fromAsset("target/functions.zip"))
            .handler("com.example.LedgerHandler::handleRequest")
            .build();
    ledger.alarm(ConsumerAlarm.DEAD_LETTERS);
  }
}
