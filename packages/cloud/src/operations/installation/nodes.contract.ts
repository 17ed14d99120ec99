import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'

const errors = { NotAuthorized: 'the caller is no administrator of the installation.' }
const count = (what: string) => z.number().describe(what)

const node = z.object({
  nodeId: z.string().describe('Id of the node; another after each start.'),
  name: z.string().describe('Name, as it was started with.'),
  version: z.string().describe('Version of the program.'),
  startedOn: timestamp.describe('When it was started.'),
  heardOn: timestamp.describe(
    'When it last renewed what it has; what is said of a node that is not alive was so then.',
  ),
  isSelf: z.boolean().describe('Whether this is the node that answers.'),
  isAlive: z.boolean().describe('Whether it renewed what it has within the last five seconds.'),
  isDraining: z.boolean().describe('Whether it gives what it has to others, and takes nothing.'),
  leases: count('How many parts of the networks, and of the work that one node does for all, it has.'),
  work: z.array(z.string()).describe('The work among them that it does for all.'),
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
    summary: 'The nodes of the installation',
    description:
      'Services that share one database and its networks, as the database had them within the last second. Those that were silent for an hour are left out.',
    errors,
    reply: z.object({
      isShared: z
        .boolean()
        .describe('Whether this service shares its database with others; without that there are no nodes.'),
      nodes: z.array(node).describe('The nodes, by name.'),
    }),
  }),
  drainNode: post('/nodes/:nodeId/drain/', {
    access: 'session',
    extension: true,
    summary: 'Empty a node',
    description:
      'It gives its networks and its work to the others, one part a second, and takes nothing; or takes its share again. A node that is stopped does so at once by itself.',
    errors: { ...errors, ObjectNotFound: 'there is no such node, or it does not answer.' },
    params: z.object({ nodeId: z.string().min(1).max(64).describe('Id of the node.') }),
    body: z.object({ isDraining: z.boolean().describe('Whether it is to be emptied, or to take its share again.') }),
    reply: nothing,
    example: { body: { isDraining: true } },
  }),
}
