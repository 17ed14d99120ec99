import { id } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../access/words.ts'

export const live = {
  events: get('/org/:orgId/live/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary:
      'What happens in an organization, as server-sent events: `readings` {deviceId, readOn, values, error?, errors?} when a device was read, ' +
      '`connection` {netId, connected, on, error?} when a network comes or goes, ' +
      '`alert` {alertId, isActive, on, recordId?} when an alert begins, is confirmed or is over, with netId for one about a network. With the header Last-Event-ID it goes on from there, ' +
      'or begins with the event `reset` when that is too long ago',
    params: z.object({ orgId: id }),
    produces: 'text/event-stream',
    reply: z.string(),
  }),
}
