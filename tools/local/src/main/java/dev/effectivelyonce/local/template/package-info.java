/**
 * Reads a synthesized CloudFormation template and its assets into a typed model with every value
 * resolved.
 */
@NullMarked
package dev.effectivelyonce.local.template;

import org.jspecify.annotations.NullMarked;
