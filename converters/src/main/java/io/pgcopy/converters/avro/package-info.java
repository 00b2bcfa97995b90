/* SPDX-License-Identifier: Apache-2.0 */
/** Connect data to Avro bytes and back, the schema in a record header or in a registry. */
@NullMarked
package io.pgcopy.converters.avro;

import org.jspecify.annotations.NullMarked;
