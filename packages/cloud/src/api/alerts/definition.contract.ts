import { idNumber } from '@busbar/wire'
import { z } from 'zod'
import { actionTypes, conditionKinds, conditionLogics, followUpStages, logLevels } from '../../alerts/alert.ts'
import { givenValue } from '../writing/given-value.ts'

/** Values that are wrong are told in the answer's `errors`, so only JSON types are held here. */
const givenCondition = z
  .object({
    paramId: z.number().nullable().optional(),
    /** A reference; of `7#holding@meter@hall` the id alone decides. */
    param: z.string().nullable().optional(),
    kind: z.string(),
    value: z.number().nullable().optional(),
    holdSec: z.number().nullable().optional(),
    deadband: z.number().nullable().optional(),
  })
  .refine(({ paramId, param }) => typeof paramId === 'number' || typeof param === 'string', {
    path: ['paramId'],
    message: 'is missing, and so is param',
  })
export type GivenCondition = z.output<typeof givenCondition>

const givenAction = z.object({
  timeoutMinutes: z.number(),
  type: z.string(),
  recepient: z.string().nullable().optional(),
  paramId: z.number().nullable().optional(),
  /** A decimal as a number or, with all its digits, as text; true and false are for coils and bits. */
  value: givenValue.nullable().optional(),
})
export type GivenAction = z.output<typeof givenAction>

const givenFollowUp = givenAction.extend({ stage: z.string() })

/** What people set of an alert. */
export const definition = z.object({
  name: z.string(),
  description: z.string().nullable().optional(),
  conditionLogic: z.string(),
  logAs: z.string(),
  conditions: z.array(givenCondition),
  actions: z.array(givenAction),
  followUps: z.array(givenFollowUp).optional(),
  /** Ours. When it is not given, a new alert has none, and a changed one keeps what it has. */
  holdOffSec: z.number().optional(),
  /** Ours. How old a value may be and still count; null: three periods of its device. A changed alert keeps what is not given. */
  maxAgeSec: z.number().nullable().optional(),
})
export type GivenDefinition = z.output<typeof definition>

const action = z.object({
  timeoutMinutes: z.number(),
  type: z.enum(actionTypes),
  recepient: z.string().optional(),
  paramId: idNumber.optional(),
  /** A number where a number names it exactly, otherwise its text. */
  value: z.union([z.number(), z.string()]).optional(),
})

/** An alert as it is shown: what people set, by the ids of its items. */
export const alertObject = z
  .object({
    id: idNumber,
    name: z.string(),
    slug: z.string(),
    description: z.string().optional(),
    conditionLogic: z.enum(conditionLogics),
    logAs: z.enum(logLevels),
    conditions: z.record(
      z.string(),
      z.object({
        paramId: idNumber,
        param: z.string(),
        kind: z.enum(conditionKinds),
        value: z.number(),
        holdSec: z.number(),
        deadband: z.number(),
      }),
    ),
    actions: z.record(z.string(), action),
    followUps: z.record(z.string(), action.extend({ stage: z.enum(followUpStages) })),
    isEnabled: z.boolean(),
    holdOffSec: z.number(),
    /** Left out: three periods of the device. */
    maxAgeSec: z.number().optional(),
  })
  .meta({ id: 'Alert' })
