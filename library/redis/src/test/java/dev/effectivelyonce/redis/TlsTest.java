package dev.effectivelyonce.redis;

import static dev.effectivelyonce.redis.Samples.claim;
import static dev.effectivelyonce.redis.Samples.claimed;
import static dev.effectivelyonce.redis.Samples.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreException;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;

/** Both clients over TLS, to a server whose certificate is made here. */
class TlsTest {
  private static final String PASSWORD = "changeit";
  private static final String OPTIONS =
      "-genkeypair -alias redis -keyalg EC -dname CN=localhost -storetype PKCS12"
          + " -ext san=dns:localhost,ip:127.0.0.1 -ext bc:c";

  @TempDir private Path folder = Path.of("");
  private Path store = Path.of("");
  private Optional<LocalRedis> started = Optional.empty();

  @BeforeEach
  void start() throws Exception {
    store = folder.resolve("keys.p12");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(OPTIONS.split(" ", -1)));
    command.addAll(List.of("-storepass", PASSWORD, "-keystore", store.toString()));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    KeyStore keys = keys();
    String cert = pem("cert.pem", "CERTIFICATE", keys.getCertificate("redis").getEncoded());
    String key =
        pem("key.pem", "PRIVATE KEY", keys.getKey("redis", PASSWORD.toCharArray()).getEncoded());
    started = Optional.of(LocalRedis.startWithTls(cert, key));
  }

  @AfterEach
  void stop() {
    started.ifPresent(LocalRedis::close);
  }

  private LocalRedis server() {
    return started.orElseThrow();
  }

  @Test
  void jedisReachesTheServerByItsCertificate() {
    try (RedisClient client =
        jedis(
            redis.clients.jedis.SslOptions.builder()
                .truststore(store.toFile(), PASSWORD.toCharArray())
                .trustStoreType("PKCS12")
                .build())) {
      claimed(SharedRedis.store(new JedisCommands(client), Listing.FAILED_AND_HELD), "order-1");
    }
  }

  @Test
  void lettuceReachesTheServerByItsCertificate() {
    RedisURI uri =
        RedisURI.builder().withHost("127.0.0.1").withPort(server().tlsPort()).withSsl(true).build();
    io.lettuce.core.RedisClient client = io.lettuce.core.RedisClient.create(uri);
    client.setOptions(
        ClientOptions.builder()
            .sslOptions(
                SslOptions.builder().jdkSslProvider().truststore(store.toFile(), PASSWORD).build())
            .build());
    try {
      claimed(
          SharedRedis.store(new LettuceCommands(client.connect()), Listing.FAILED_AND_HELD),
          "order-1");
    } finally {
      client.shutdown();
    }
  }

  @Test
  void aServerWhoseCertificateIsNotTrustedIsUnreachable() {
    try (RedisClient client = jedis(redis.clients.jedis.SslOptions.defaults())) {
      RedisStore untrusting = SharedRedis.store(new JedisCommands(client), Listing.FAILED_AND_HELD);

      StoreException fault =
          catchThrowableOfType(StoreException.class, () -> untrusting.claim(claim("order-1", "a")));

      assertThat(fault.kind()).isEqualTo(StoreException.Kind.UNREACHABLE);
      assertThat(fault.remedy()).contains("TLS");
      assertThat(server().client().exists(Fields.key(id("order-1")))).isFalse();
    }
  }

  private RedisClient jedis(redis.clients.jedis.SslOptions options) {
    return RedisClient.builder()
        .hostAndPort("127.0.0.1", server().tlsPort())
        .clientConfig(
            DefaultJedisClientConfig.builder()
                .timeoutMillis(LocalRedis.PATIENCE_MILLIS)
                .sslOptions(options)
                .build())
        .build();
  }

  private KeyStore keys() throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      return keys;
    }
  }

  private String pem(String name, String type, byte[] content) throws IOException {
    String base64 =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.UTF_8)).encodeToString(content);
    return Files.writeString(
            folder.resolve(name),
            "-----BEGIN " + type + "-----\n" + base64 + "\n-----END " + type + "-----\n")
        .toString();
  }
}
