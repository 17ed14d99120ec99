import { id, idNumber } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'

const alertId = { params: z.object({ alertId: id }) }
const parentsMax = 20

/** As it is stored and exported. */
export const dependencies = z.object({
  alertIds: z.array(idNumber).max(parentsMax),
  netIds: z.array(idNumber).max(parentsMax),
  /** Whether messages wait too when the alert is critical. */
  isCriticalHeld: z.boolean(),
})
export type Dependencies = z.output<typeof dependencies>

/** On what an alert depends. */
export const alertDependencies = {
  get: get('/alert/:alertId/dependencies/', {
    access: 'viewer',
    object: 'alert',
    extension: true,
    summary: 'The alerts and networks on which an alert depends',
    ...alertId,
    reply: dependencies,
  }),
  change: post('/alert/:alertId/dependencies/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary:
      'Say on which alerts and networks an alert depends. While one of these alerts is active or one of these networks is out, messages about ' +
      'the alert wait, and its recipients are told once what it waits for; of a critical alert only where isCriticalHeld says so. Circles are refused',
    ...alertId,
    body: dependencies.partial(),
    reply: z.object({}),
    example: { body: { alertIds: [], netIds: [] } },
  }),
}
