import { actionTypes } from '@busbar/alerts/channels'
import { type ConditionKind, conditionKinds, holdReasons, logLevels } from '@busbar/alerts/model'
import { z } from 'zod'

const numberOrNull = z.number().nullable().catch(null)
const textOrNull = z.string().nullable().catch(null)
const kinds = [...conditionKinds, 'net-down'] as const satisfies readonly ConditionKind[]

/** Invalid or missing fields are left out: they must not prevent the notification. */
const shape = z.object({
  name: z.string().catch('?'),
  logAs: z.enum(logLevels).catch('none'),
  startedOn: z.number().catch(0),
  resolvedOn: numberOrNull,
  confirmed: z
    .object({ on: z.number(), from: z.string(), comment: textOrNull.default(null) })
    .nullable()
    .catch(null),
  conditions: z
    .array(
      z.object({
        paramId: z.number().catch(0),
        kind: z.enum(kinds).catch('neq'),
        limit: z.number().catch(0),
        holdSec: z.number().catch(0),
        isTriggered: z.boolean().catch(false),
        value: numberOrNull,
        reason: textOrNull,
        change: numberOrNull.default(null),
        isAlso: z.boolean().catch(false),
      }),
    )
    .catch([]),
  params: z
    .record(
      z.string(),
      z.object({
        fullName: z.string(),
        unitName: textOrNull,
        precision: z.int().min(0).max(12).nullable().catch(null),
      }),
    )
    .catch({}),
  unreached: z
    .object({ type: z.enum(actionTypes), to: z.string(), reason: z.string() })
    .nullable()
    .catch(null),
  outage: z.object({ netId: z.number(), net: z.string() }).nullable().catch(null),
  flapping: z.object({ changes: z.number(), minutes: z.number(), isSteady: z.boolean() }).nullable().catch(null),
  budget: z
    .object({
      news: z.enum(['forecast', 'exceeded']),
      treeId: z.string(),
      place: z.string(),
      month: z.string(),
      plan: z.string(),
      soFar: textOrNull,
      expected: textOrNull,
      percent: z.number(),
      unit: z.string(),
    })
    .nullable()
    .catch(null),
  held: z
    .object({ why: z.enum(holdReasons), name: textOrNull, on: z.number(), till: z.number() })
    .nullable()
    .catch(null),
})
export type StoredSnapshot = z.infer<typeof shape>
/** A recipient that a message did not reach, and the reason. */
export type UnreachedRecipient = NonNullable<StoredSnapshot['unreached']>

/** Reads what was stored with a message. */
export const readSnapshot = (stored: unknown): StoredSnapshot =>
  shape.parse(typeof stored === 'object' && stored !== null ? stored : {})
