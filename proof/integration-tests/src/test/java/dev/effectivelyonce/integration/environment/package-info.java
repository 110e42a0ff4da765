/** LocalStack and what is deployed to it: Docker, the CDK command line, the settings of a run. */
@NullMarked
package dev.effectivelyonce.integration.environment;

import org.jspecify.annotations.NullMarked;
