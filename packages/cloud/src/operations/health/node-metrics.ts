import { type Metric, one } from '../../fields/metrics-text.ts'
import type { Nodes } from '../../nodes/nodes.ts'

/** Metrics of this node; none for a single service. */
export const nodeMetrics = (nodes: Nodes | null): Metric[] => {
  if (nodes === null) return []
  const all = nodes.list()
  const own = all.find(({ isSelf }) => isSelf)
  return [
    one(
      'busbar_node_alive',
      'gauge',
      'Whether this node may act: it renewed its leases in time.',
      nodes.isAlive ? 1 : 0,
    ),
    one('busbar_node_draining', 'gauge', 'Whether this node gives what it has to others.', own?.isDraining ? 1 : 0),
    one(
      'busbar_node_leases',
      'gauge',
      'Parts of the networks and of the work for all that it has.',
      own?.leases.length ?? 0,
    ),
    one(
      'busbar_nodes_alive',
      'gauge',
      'Nodes that live, as this one sees them.',
      all.filter(({ isAlive }) => isAlive).length,
    ),
    one('busbar_messages_connected', 'gauge', 'Whether messages between nodes go.', nodes.messages.isConnected ? 1 : 0),
  ]
}
