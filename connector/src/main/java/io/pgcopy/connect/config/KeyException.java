/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import org.apache.kafka.common.config.ConfigException;

/** A key whose value is fine by itself and wrong beside the others. */
public final class KeyException extends ConfigException {
    private static final long serialVersionUID = 1L;

    private final String key;
    private final String problem;

    public KeyException(String key, String problem) {
        super(key + " " + problem);
        this.key = key;
        this.problem = problem;
    }

    /** The key on which the user should look. */
    public String key() {
        return key;
    }

    /** What is wrong, in words that go after the key's name. */
    public String problem() {
        return problem;
    }
}
