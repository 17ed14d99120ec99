import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { pathId } from '../../fields/fields.ts'

export const live = {
  events: get('/org/:orgId/live/', {
    access: 'viewer',
    object: 'org',
    shared: true,
    extension: true,
    summary: 'Live events of an organization',
    description:
      'A stream of server-sent events that stays open. `readings` {deviceId, readOn, values, error?, errors?} comes when a device was read, `connection` {netId, connected, on, error?} when a network comes or goes, `alert` {alertId, isActive, on, recordId?} when an alert begins, is confirmed or is over, with netId for one about a network. The comment `: time` has the time of the server, at first and every 5 seconds. With the header `Last-Event-ID` it goes on from there, or begins with `reset` when that is too long ago. It ends with the session. By a share link it has the readings and alerts that the shared object shows, and begins with `reset` whenever it is opened again.',
    params: z.object({ orgId: pathId.org }),
    produces: 'text/event-stream',
    reply: z.string(),
  }),
}
