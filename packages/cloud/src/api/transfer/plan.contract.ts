import { bool, idNumber } from '@busbar/wire'
import { z } from 'zod'
import { actionTypes, followUpStages } from '../../alerts/alert.ts'
import { givenValue } from '../writing/given-value.ts'

/** What an import switches on: nothing, unless it is asked for. */
export const importQuery = z.object({
  /** Nothing is stored: the answer says what would be done. */
  plan: bool.optional(),
  startPolling: bool.optional(),
  allowWriting: bool.optional(),
  startAlerts: bool.optional(),
})

/**
 * What reaches beyond the service, with the ids of the document: all that the document has switched on. `isOn`: whether it is on after this
 * import.
 */
export const importPlan = z
  .object({
    /** Networks that are dialled. */
    dials: z.array(
      z.object({ netId: idNumber, name: z.string(), address: z.string(), deviceCount: z.int(), isOn: z.boolean() }),
    ),
    /** Networks in which parameters may be written, by people and alerts. */
    writes: z.array(z.object({ netId: idNumber, name: z.string(), isOn: z.boolean() })),
    /** What alerts do. */
    actions: z.array(
      z.object({
        alertId: idNumber,
        name: z.string(),
        stage: z.enum(['active', ...followUpStages]),
        timeoutMinutes: z.number(),
        type: z.enum(actionTypes),
        recepient: z.string().optional(),
        paramId: idNumber.optional(),
        value: givenValue.optional(),
        isOn: z.boolean(),
      }),
    ),
    /** Whom they write to or call, each once. */
    recipients: z.array(
      z.object({ type: z.enum(actionTypes), recepient: z.string(), alertCount: z.int(), isOn: z.boolean() }),
    ),
  })
  .meta({ id: 'ImportPlan' })
export type ImportPlan = z.output<typeof importPlan>
