/** Listeners of Spring applications that handle each business event once. */
@NullMarked
package dev.effectivelyonce.spring;

import org.jspecify.annotations.NullMarked;
