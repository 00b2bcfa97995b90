/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.type;

/**
 * What a session does to columns without a compression of their own.
 *
 * @param method {@code default_toast_compression}
 * @param chosen somebody set it, for the server, the database, the role or the session
 * @param hasLz4 the server was built with lz4
 */
public record ToastSettings(Compression method, boolean chosen, boolean hasLz4) {}
