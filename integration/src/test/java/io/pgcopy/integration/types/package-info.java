/* SPDX-License-Identifier: Apache-2.0 */
/** Types against a real server, without Kafka. */
@NullMarked
package io.pgcopy.integration.types;

import org.jspecify.annotations.NullMarked;
