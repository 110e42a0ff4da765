package dev.effectivelyonce.functions.database;

/** The user and the password, or token, of a new connection. Its text leaves out the second. */
record Login(String user, String password) {
  @Override
  public String toString() {
    return "Login[user=" + user + "]";
  }
}
