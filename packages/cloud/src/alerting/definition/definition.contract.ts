import { actionTypes, conditionKinds, conditionLogics, followUpStages, logLevels } from '@busbar/alerts/model'
import { idNumber } from '@busbar/wire'
import { z } from 'zod'
import { valueToWrite } from '../../commands/writing/value-to-write.ts'
import { facts, idOf, visibleText } from '../../fields/fields.ts'

/** Values that are wrong are told in the answer's `errors`, so only JSON types are held here. */
const conditionInput = z
  .object({
    paramId: z.number().nullable().optional().describe('Id of the parameter; or give `param`.'),
    /** A reference; of `7#holding@meter@hall` the id alone decides. */
    param: z
      .string()
      .nullable()
      .optional()
      .describe('Reference of the parameter; of `7#holding@meter@hall` the id alone decides.'),
    kind: z
      .string()
      .describe(
        '`g`, `ge`, `l`, `le`, `eq`, `neq`, `reading-error`, `no-data`, `bit-set`, `bit-clear` or `change-over`.',
      ),
    value: z
      .number()
      .nullable()
      .optional()
      .describe(
        'Limit; of `no-data` the seconds without a reading (1 to 31536000), of bits the number of the bit (0 to 63), of `change-over` the change.',
      ),
    holdSec: z
      .number()
      .nullable()
      .optional()
      .describe('Seconds for which it must be so, 0 to 604800; of `change-over` the span of the change.'),
    deadband: z
      .number()
      .nullable()
      .optional()
      .describe(
        'How far back over the limit a value must go before the condition is over; of `eq` and `neq` what still counts as equal.',
      ),
  })
  .refine(({ paramId, param }) => typeof paramId === 'number' || typeof param === 'string', {
    path: ['paramId'],
    message: 'is missing, and so is param',
  })
export type ConditionInput = z.output<typeof conditionInput>

const actionInput = z.object({
  timeoutMinutes: z.number().describe('Minutes after the beginning of its stage, 0 to 525600.'),
  type: z.string().describe('`sms`, `email`, `voice-call`, `webhook`, `write-param`, `telegram` or `ntfy`.'),
  recepient: z
    .string()
    .nullable()
    .optional()
    .describe('Phone number, e-mail address, URL or chat; the wire spells it so.'),
  paramId: z.number().nullable().optional().describe('Of `write-param`: id of the parameter to write.'),
  /** A decimal as a number or, with all its digits, as text; true and false are for coils and bits. */
  value: valueToWrite
    .nullable()
    .optional()
    .describe('Of `write-param`: value to write, a decimal as number or text; true and false for coils and bits.'),
})
export type ActionInput = z.output<typeof actionInput>

const followUpInput = actionInput.extend({ stage: z.string().describe('`confirmed`, `not-confirmed` or `resolved`.') })

/** What people set of an alert. */
export const definition = z.object({
  name: visibleText.describe('Name, 1 to 200 characters.'),
  description: z.string().nullable().optional().describe('Free text, at most 2000 characters; null for none.'),
  conditionLogic: z.string().describe('`all` conditions must hold, or `any`.'),
  logAs: z.string().describe('Level of the log: `none`, `info`, `warning`, `failure` or `critical`.'),
  conditions: z.array(conditionInput).describe('Conditions, at most 50.'),
  actions: z.array(actionInput).describe('What is done when the alert becomes active, at most 20.'),
  followUps: z.array(followUpInput).optional().describe('What is done at later stages, at most 20.'),
  /** Ours. When it is not given, a new alert has none, and a changed one keeps what it has. */
  holdOffSec: z
    .number()
    .optional()
    .describe(
      'Seconds for which the conditions must be over before the alert is, 0 to 86400; a changed alert keeps what is not given.',
    ),
  /** Ours. How old a value may be and still count; null: three periods of its device. A changed alert keeps what is not given. */
  maxAgeSec: z
    .number()
    .nullable()
    .optional()
    .describe(
      'Seconds for which a value counts, 1 to 604800; null for three periods of its device; a changed alert keeps what is not given.',
    ),
  /** Ours. When not given, a new alert has the default, and a changed one keeps what it has; null: off. */
  flapping: z
    .object({
      changes: z.number().describe('Changes of its state, 3 to 20: it became active, or was over.'),
      minutes: z.number().describe('Minutes within which they count, and for which it must then be steady, 1 to 1440.'),
    })
    .nullable()
    .optional()
    .describe(
      'From when the alert flaps: its messages wait then until it is steady, unless it is critical; null for never; 6 changes in 10 minutes if left out; a changed alert keeps what is not given.',
    ),
  /** Ours. The escalation policy by which people are told besides. */
  policyId: z
    .number()
    .nullable()
    .optional()
    .describe(
      'Id of the escalation policy by which people are told besides; null for none; a changed alert keeps what is not given.',
    ),
})
export type DefinitionInput = z.output<typeof definition>

const action = z.object({
  timeoutMinutes: z.number().describe('Minutes after the beginning of its stage.'),
  type: z.enum(actionTypes).describe('What is done.'),
  recepient: z.string().optional().describe('Phone number, e-mail address, URL or chat.'),
  paramId: idOf.param.optional(),
  /** A number where a number names it exactly, otherwise its text. */
  value: z
    .union([z.number(), z.string()])
    .optional()
    .describe('Of `write-param`: value to write, a number where a number names it exactly, otherwise its text.'),
})

/** An alert as it is shown: what people set, by the ids of its items. */
export const alertObject = z
  .object({
    id: idOf.alert,
    name: visibleText.describe('Name of the alert.'),
    slug: facts.slug,
    description: facts.description,
    conditionLogic: z.enum(conditionLogics).describe('Whether all conditions must hold, or any.'),
    logAs: z.enum(logLevels).describe('Level of the log.'),
    conditions: z
      .record(
        z.string(),
        z.object({
          paramId: idOf.param,
          param: z
            .string()
            .describe('Reference of the parameter: `<paramId>#<registerKind>@<device_slug>@<net_slug>`.'),
          kind: z.enum(conditionKinds).describe('Kind of comparison.'),
          value: z.number().describe('Limit, seconds, bit or change, by the kind.'),
          holdSec: z.number().describe('Seconds for which it must be so; of `change-over` the span of the change.'),
          deadband: z.number().describe('How far back over the limit a value must go; 0 for just back.'),
        }),
      )
      .describe('Conditions by their ids.'),
    actions: z.record(z.string(), action).describe('Actions by their ids.'),
    followUps: z
      .record(z.string(), action.extend({ stage: z.enum(followUpStages).describe('Stage at which it is done.') }))
      .describe('Follow-ups by their ids.'),
    isEnabled: z.boolean().describe('Whether the alert is judged.'),
    holdOffSec: z.number().describe('Seconds for which the conditions must be over before the alert is.'),
    /** Left out: three periods of the device. */
    maxAgeSec: z
      .number()
      .optional()
      .describe('Seconds for which a value counts; missing: three periods of its device.'),
    flapping: z
      .object({
        changes: z.number().describe('Changes of its state.'),
        minutes: z.number().describe('Minutes within which they count, and for which it must then be steady.'),
      })
      .nullable()
      .describe('From when the alert flaps, and its messages wait until it is steady; null: never.'),
    /** Left out: there is no escalation. */
    policyId: idNumber.optional().describe('Id of its escalation policy; missing: there is none.'),
    /** Ours. Left out: it is an alert of its own. */
    alertTemplateId: idOf.alertTemplate.optional(),
  })
  .meta({ id: 'Alert', description: 'An alert as people set it, with the ids of its items.' })
