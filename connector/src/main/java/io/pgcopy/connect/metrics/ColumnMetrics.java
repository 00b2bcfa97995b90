/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.metrics;

import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a task knows of single columns, one MXBean a column:
 * {@code io.pgcopy:type=…,connector="…",task=…,table="…",column="…"}, until it is closed.
 */
public final class ColumnMetrics implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ColumnMetrics.class);

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final String prefix;
    private final Set<ObjectName> shown = ConcurrentHashMap.newKeySet();

    public ColumnMetrics(String type, String connector, int task) {
        this.prefix = "io.pgcopy:type=" + type + ",connector=" + ObjectName.quote(connector) + ",task=" + task;
    }

    /** Shows a bean, in the place of what the column showed before. */
    public void show(String table, String column, Object bean) {
        try {
            ObjectName name = new ObjectName(
                    prefix + ",table=" + ObjectName.quote(table) + ",column=" + ObjectName.quote(column));
            if (server.isRegistered(name)) {
                server.unregisterMBean(name);
            }
            server.registerMBean(bean, name);
            shown.add(name);
        } catch (JMException e) {
            // A metric that cannot be shown is no reason to stop working.
            LOG.warn("Metric of {}.{} is not shown: {}", table, column, e.toString());
        }
    }

    @Override
    public void close() {
        for (ObjectName name : shown) {
            try {
                server.unregisterMBean(name);
            } catch (JMException e) {
                LOG.debug("{} was gone already: {}", name, e.toString());
            }
        }
        shown.clear();
    }
}
