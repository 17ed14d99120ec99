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
      "A stream of server-sent events that stays open. `readings` {deviceId, readOn, values, error?, errors?} is sent when a device was polled, `connection` {netId, connected, on, error?} when a network connects or disconnects, `alert` {alertId, isActive, on, recordId?} when an alert fires, is acknowledged or resolves, with netId for a network outage. The comment `: time` contains the server's time, initially and every 5 seconds. With the header `Last-Event-ID` the stream resumes there, or begins with `reset` if that is no longer possible. It ends with the session. Through a share link it contains the readings and alerts of the shared object, and begins with `reset` whenever it is reopened.",
    params: z.object({ orgId: pathId.org }),
    produces: 'text/event-stream',
    reply: z.string(),
  }),
}
