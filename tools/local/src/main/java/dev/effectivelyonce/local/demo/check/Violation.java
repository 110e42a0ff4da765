package dev.effectivelyonce.local.demo.check;

/**
 * Something that is not as the guarantee promises.
 *
 * @param promise which is broken
 * @param subject the event, message or account
 * @param what what was found, and what should have been
 */
public record Violation(Promise promise, String subject, String what) {}
