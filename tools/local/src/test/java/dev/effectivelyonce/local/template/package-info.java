/** The template as CDK emits it. */
@NullMarked
package dev.effectivelyonce.local.template;

import org.jspecify.annotations.NullMarked;
