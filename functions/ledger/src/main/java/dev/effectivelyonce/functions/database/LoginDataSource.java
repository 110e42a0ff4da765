package dev.effectivelyonce.functions.database;

import java.io.Serial;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import org.postgresql.ds.PGSimpleDataSource;

/** Opens connections, each with the login that is valid when it is opened. */
final class LoginDataSource extends PGSimpleDataSource {
  @Serial private static final long serialVersionUID = 1L;

  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final String REFUSED = "28";

  private final transient Logins logins;

  LoginDataSource(DatabaseSettings settings, Logins logins) {
    this.logins = logins;
    setServerNames(new String[] {settings.host()});
    setPortNumbers(new int[] {settings.port()});
    setDatabaseName(settings.name());
    setConnectTimeout((int) CONNECT.toSeconds());
    setTcpKeepAlive(true);
    // Named prepared statements pin a connection of RDS Proxy.
    setPrepareThreshold(0);
    // The server's details quote rows, and would reach logs by the causes of exceptions.
    setLogServerErrorDetail(false);
    setApplicationName("effectively-once");
    switch (settings.encryption()) {
      case NONE -> setSslMode("disable");
      case VERIFIED -> {
        setSslMode("verify-full");
        settings
            .certificates()
            .ifPresentOrElse(
                this::setSslRootCert,
                () -> setSslfactory("org.postgresql.ssl.DefaultJavaSSLFactory"));
      }
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    Login login = logins.current();
    try {
      return getConnection(login.user(), login.password());
    } catch (SQLException e) {
      if (String.valueOf(e.getSQLState()).toLowerCase(Locale.ROOT).startsWith(REFUSED)) {
        logins.refused();
      }
      throw e;
    }
  }
}
