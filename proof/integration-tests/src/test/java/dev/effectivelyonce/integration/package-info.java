/** What the deployed stack does, driven from outside as a producer and an operator would. */
@NullMarked
package dev.effectivelyonce.integration;

import org.jspecify.annotations.NullMarked;
