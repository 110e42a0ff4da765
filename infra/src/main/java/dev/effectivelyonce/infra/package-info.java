/** The CDK app of Effectively Once: its stages, its stack and the program that synthesizes them. */
@NullMarked
package dev.effectivelyonce.infra;

import org.jspecify.annotations.NullMarked;
