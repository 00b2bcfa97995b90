/* SPDX-License-Identifier: Apache-2.0 */
/** PostgreSQL tables through Kafka Connect by binary COPY: a source and a sink connector. */
@NullMarked
package io.pgcopy.connect;

import org.jspecify.annotations.NullMarked;
