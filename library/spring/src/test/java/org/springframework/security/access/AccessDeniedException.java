package org.springframework.security.access;

/** Stands for the one of Spring Security, of which the library knows only the name. */
public class AccessDeniedException extends RuntimeException {
  private static final long serialVersionUID = 1;
}
