import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'

const errors = { NotAuthorized: 'the caller is no administrator of the installation.' }
const count = (what: string) => z.number().describe(what)

const node = z.object({
  nodeId: z.string().describe('Node ID, new after each start.'),
  name: z.string().describe('Node name from its settings.'),
  version: z.string().describe('Program version.'),
  startedOn: timestamp.describe('Time of the start.'),
  heardOn: timestamp.describe(
    'Time when it last renewed its leases; the data of a node that is not alive is from that time.',
  ),
  isSelf: z.boolean().describe('Whether this node sent the response.'),
  isAlive: z.boolean().describe('Whether it has renewed its leases within the last five seconds.'),
  isDraining: z.boolean().describe('Whether it is draining: it hands over its work and accepts none.'),
  leases: count('How many parts of the networks, and of the work that one node does for all, it has.'),
  work: z.array(z.string()).describe('Installation-wide work assigned to it.'),
  networks: count('Networks that it asks.'),
  connected: count('Networks that are connected.'),
  callers: count('Gateways that called in.'),
  polls: count('Polls since its start.'),
  lagMs: count('How late polls began in the last minutes, all but one of a hundred, in milliseconds.'),
  queuedPolls: count('Polls that wait to be stored.'),
  recordedReadings: count('Values that were stored since its start.'),
  streams: count('Listeners of live streams.'),
})

/** The services that share the database. */
export const nodeOperations = {
  nodes: get('/nodes/', {
    access: 'session',
    extension: true,
    summary: 'List nodes',
    description:
      'Services that share one database, as of the last second. Nodes without a renewal for an hour are omitted.',
    errors,
    reply: z.object({
      isShared: z
        .boolean()
        .describe('Whether this service shares its database with others; otherwise there are no nodes.'),
      nodes: z.array(node).describe('Nodes by name.'),
    }),
  }),
  drainNode: post('/nodes/:nodeId/drain/', {
    access: 'session',
    extension: true,
    summary: 'Drain a node',
    description:
      'Hands over its networks and its work to the other nodes, one part per second, and accepts none; or ends draining. A node that is stopped drains automatically.',
    errors: { ...errors, ObjectNotFound: 'there is no such node, or it does not answer.' },
    params: z.object({ nodeId: z.string().min(1).max(64).describe('Node ID.') }),
    body: z.object({ isDraining: z.boolean().describe('True to drain, false to end draining.') }),
    reply: nothing,
    example: { body: { isDraining: true } },
  }),
}
