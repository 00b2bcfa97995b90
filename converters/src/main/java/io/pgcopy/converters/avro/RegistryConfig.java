/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;
import static org.apache.kafka.common.config.ConfigDef.Width.LONG;
import static org.apache.kafka.common.config.ConfigDef.Width.SHORT;

/** Where the schema registry is and what it is asked to do: the keys, their definition and their parsed form. */
record RegistryConfig(
        List<URI> urls,
        boolean autoRegister,
        boolean useLatest,
        boolean normalize,
        SubjectNameStrategy keySubjects,
        SubjectNameStrategy valueSubjects) {
    static final String URL = "schema.registry.url";
    static final String AUTO_REGISTER = "auto.register.schemas";
    static final String USE_LATEST = "use.latest.version";
    static final String NORMALIZE = "normalize.schemas";
    static final String KEY_SUBJECTS = "key.subject.name.strategy";
    static final String VALUE_SUBJECTS = "value.subject.name.strategy";
    private static final String GROUP = "Schema registry";

    RegistryConfig {
        urls = List.copyOf(urls);
        if (useLatest && autoRegister) {
            throw new ConfigException(
                    USE_LATEST,
                    true,
                    "can be used only with " + AUTO_REGISTER + "=false: one of them decides the schema");
        }
    }

    static ConfigDef define(ConfigDef def) {
        return defineSubjects(def.define(
                        URL,
                        LIST,
                        "",
                        HIGH,
                        "The schema registry, http or https; several addresses of one registry are tried in turn.",
                        GROUP,
                        1,
                        LONG,
                        "Address")
                .define(
                        AUTO_REGISTER,
                        BOOLEAN,
                        true,
                        MEDIUM,
                        "Whether a schema that the registry does not know is registered, or an error.",
                        GROUP,
                        2,
                        SHORT,
                        "Register schemas")
                .define(
                        USE_LATEST,
                        BOOLEAN,
                        false,
                        LOW,
                        "Whether records bear the id of the subject's latest schema, which must have the same binary"
                                + " form as the record's own. Only with auto.register.schemas=false.",
                        GROUP,
                        3,
                        SHORT,
                        "Use the latest schema"));
    }

    private static ConfigDef defineSubjects(ConfigDef def) {
        return def.define(
                        NORMALIZE,
                        BOOLEAN,
                        false,
                        LOW,
                        "Whether the registry is asked to normalize a schema before it compares.",
                        GROUP,
                        4,
                        SHORT,
                        "Normalize schemas")
                .define(
                        KEY_SUBJECTS,
                        STRING,
                        "TopicNameStrategy",
                        RegistryConfig::checkStrategy,
                        LOW,
                        "The subject of a key's schema: " + SubjectNameStrategy.classNames() + ".",
                        GROUP,
                        5,
                        LONG,
                        "Subjects of keys")
                .define(
                        VALUE_SUBJECTS,
                        STRING,
                        "TopicNameStrategy",
                        RegistryConfig::checkStrategy,
                        LOW,
                        "The subject of a value's schema: " + SubjectNameStrategy.classNames() + ".",
                        GROUP,
                        6,
                        LONG,
                        "Subjects of values");
    }

    static RegistryConfig from(AbstractConfig config) {
        return new RegistryConfig(
                urls(config.getList(URL)),
                config.getBoolean(AUTO_REGISTER),
                config.getBoolean(USE_LATEST),
                config.getBoolean(NORMALIZE),
                SubjectNameStrategy.parse(KEY_SUBJECTS, config.getString(KEY_SUBJECTS)),
                SubjectNameStrategy.parse(VALUE_SUBJECTS, config.getString(VALUE_SUBJECTS)));
    }

    SubjectNameStrategy subjects(boolean isKey) {
        return isKey ? keySubjects : valueSubjects;
    }

    private static List<URI> urls(List<String> texts) {
        List<URI> urls = new ArrayList<>();
        for (String text : texts) {
            urls.add(url(text));
        }
        return urls;
    }

    // The address itself is in no message: it may hold a password.
    private static URI url(String text) {
        URI url;
        try {
            url = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(URL + " has an address that cannot be read");
        }
        if (url.getHost() == null || !("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
            throw new ConfigException(URL + " must have addresses of the form https://host:port");
        }
        if (url.getUserInfo() != null) {
            throw new ConfigException(
                    URL + " must not have a user or password in it; set " + RegistryAccess.USER_INFO + " instead");
        }
        if (url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new ConfigException(
                    URL + " must not have anything behind the path, as ? and # begin; for a token set "
                            + RegistryAccess.TOKEN);
        }
        return url;
    }

    private static void checkStrategy(String key, Object value) {
        SubjectNameStrategy.parse(key, (String) value);
    }
}
