/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.metrics;

import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One task's metrics in JMX, as {@code io.pgcopy:type=…,connector="…",task=…}, until it is closed. */
public final class MetricsRegistration implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsRegistration.class);

    private final ObjectName name;

    private MetricsRegistration(ObjectName name) {
        this.name = name;
    }

    /** Registers; takes the place of a task of the same name that was not closed. */
    public static MetricsRegistration of(String type, String connector, int task, Object metrics) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            ObjectName name = new ObjectName(
                    "io.pgcopy:type=" + type + ",connector=" + ObjectName.quote(connector) + ",task=" + task);
            try {
                server.registerMBean(metrics, name);
            } catch (InstanceAlreadyExistsException e) {
                LOG.debug("{} was still registered", name);
                server.unregisterMBean(name);
                server.registerMBean(metrics, name);
            }
            return new MetricsRegistration(name);
        } catch (JMException e) {
            throw new IllegalStateException("metrics could not be registered: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            if (server.isRegistered(name)) {
                server.unregisterMBean(name);
            }
        } catch (JMException e) {
            LOG.debug("{} was not registered any more", name);
        }
    }
}
