/** What users write: handlers, what they are told, and what they answer. */
@NullMarked
package dev.effectivelyonce.core.handler;

import org.jspecify.annotations.NullMarked;
