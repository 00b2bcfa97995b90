/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

/**
 * What a user may choose about reading.
 *
 * @param views whether large bytes may be given away where they lie
 * @param elementsMaxBytes heap that the elements of one record's arrays and maps may take
 */
record ReadLimits(boolean views, int elementsMaxBytes) {}
