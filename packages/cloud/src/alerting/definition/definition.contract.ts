import { actionTypes } from '@busbar/alerts/channels'
import { conditionKinds, conditionLogics, followUpStages, logLevels } from '@busbar/alerts/model'
import { idNumber } from '@busbar/wire'
import { z } from 'zod'
import { valueToWrite } from '../../commands/writing/value-to-write.ts'
import { facts, idOf, visibleText } from '../../fields/fields.ts'

/** Invalid values are reported in the response's `errors`, so this schema checks JSON types only. */
const conditionInput = z
  .object({
    paramId: z.number().nullable().optional().describe('Parameter ID; alternatively use `param`.'),
    /** A reference; of `7#holding@meter@hall` the id alone decides. */
    param: z
      .string()
      .nullable()
      .optional()
      .describe('Parameter reference; of `7#holding@meter@hall` only the ID is used.'),
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
        'Limit; for `no-data` seconds without a reading (1 to 31536000), for bits the bit number (0 to 63), for `change-over` the change.',
      ),
    holdSec: z
      .number()
      .nullable()
      .optional()
      .describe(
        'Fire delay: seconds for which the condition must be met, 0 to 604800; for `change-over` the period of the change.',
      ),
    deadband: z
      .number()
      .nullable()
      .optional()
      .describe(
        'Deadband: how far a value must return beyond the limit before the condition clears; for `eq` and `neq` the tolerance.',
      ),
  })
  .refine(({ paramId, param }) => typeof paramId === 'number' || typeof param === 'string', {
    path: ['paramId'],
    message: 'is missing, and so is param',
  })
export type ConditionInput = z.output<typeof conditionInput>

const quotedTypes = actionTypes.map((type) => `\`${type}\``)

const actionInput = z.object({
  timeoutMinutes: z.number().describe('Minutes after the start of its stage, 0 to 525600.'),
  type: z.string().describe(`${quotedTypes.slice(0, -1).join(', ')} or ${quotedTypes.at(-1)}.`),
  recepient: z
    .string()
    .nullable()
    .optional()
    .describe('Phone number, e-mail address, URL or chat ID. The API uses this spelling.'),
  paramId: z.number().nullable().optional().describe('For `write-param`: ID of the parameter to write.'),
  /** A decimal as a number or, with all its digits, as text; true and false are for coils and bits. */
  value: valueToWrite
    .nullable()
    .optional()
    .describe('For `write-param`: value to write, a decimal as number or text; true and false for coils and bits.'),
})
export type ActionInput = z.output<typeof actionInput>

const followUpInput = actionInput.extend({ stage: z.string().describe('`confirmed`, `not-confirmed` or `resolved`.') })

/** The definition of an alert, as users edit it. */
export const definition = z.object({
  name: visibleText.describe('Name, 1 to 200 characters.'),
  description: z.string().nullable().optional().describe('Free text, at most 2000 characters; null for none.'),
  conditionLogic: z.string().describe('`all` or `any` of the conditions must be met.'),
  logAs: z.string().describe('Log level: `none`, `info`, `warning`, `failure` or `critical`.'),
  conditions: z.array(conditionInput).describe('Conditions, at most 50.'),
  actions: z.array(actionInput).describe('Actions when the alert fires, at most 20.'),
  followUps: z.array(followUpInput).optional().describe('Actions at later stages, at most 20.'),
  /** Extension. If missing, a new alert has none, and a changed one keeps its value. */
  holdOffSec: z
    .number()
    .optional()
    .describe(
      'Resolve delay: seconds for which the conditions must be clear before the alert resolves, 0 to 86400; unchanged if omitted when changing an alert.',
    ),
  /** Ours. How old a value may be and still count; null: three periods of its device. A changed alert keeps what is not given. */
  maxAgeSec: z
    .number()
    .nullable()
    .optional()
    .describe(
      'Maximum age of a value in seconds, 1 to 604800; null for three polling periods of its device; unchanged if omitted when changing an alert.',
    ),
  /** Extension. If missing, a new alert has the default, and a changed one keeps its value; null: off. */
  flapping: z
    .object({
      changes: z.number().describe('Number of state changes, 3 to 20.'),
      minutes: z
        .number()
        .describe('Minutes within which they are counted, and for which the state must then be steady, 1 to 1440.'),
    })
    .nullable()
    .optional()
    .describe(
      'Flapping threshold: notifications of a flapping alert wait until it is steady, unless it is critical; null to disable; 6 changes in 10 minutes by default; unchanged if omitted when changing an alert.',
    ),
  /** Extension. The escalation policy that notifies further recipients. */
  policyId: z
    .number()
    .nullable()
    .optional()
    .describe('Escalation policy ID; null for none; unchanged if omitted when changing an alert.'),
})
export type DefinitionInput = z.output<typeof definition>

const action = z.object({
  timeoutMinutes: z.number().describe('Minutes after the start of its stage.'),
  type: z.enum(actionTypes).describe('Action type.'),
  recepient: z.string().optional().describe('Phone number, e-mail address, URL or chat ID.'),
  paramId: idOf.param.optional(),
  /** A number where a number names it exactly, otherwise its text. */
  value: z
    .union([z.number(), z.string()])
    .optional()
    .describe('For `write-param`: value to write, a number if it can be represented exactly, otherwise text.'),
})

/** An alert as it is shown: what people set, by the ids of its items. */
export const alertObject = z
  .object({
    id: idOf.alert,
    name: visibleText.describe('Name of the alert.'),
    slug: facts.slug,
    description: facts.description,
    conditionLogic: z.enum(conditionLogics).describe('Whether all or any of the conditions must be met.'),
    logAs: z.enum(logLevels).describe('Log level.'),
    conditions: z
      .record(
        z.string(),
        z.object({
          paramId: idOf.param,
          param: z
            .string()
            .describe('Reference of the parameter: `<paramId>#<registerKind>@<device_slug>@<net_slug>`.'),
          kind: z.enum(conditionKinds).describe('Comparison type.'),
          value: z.number().describe('Limit, seconds, bit or change, depending on the type.'),
          holdSec: z.number().describe('Fire delay in seconds; for `change-over` the period of the change.'),
          deadband: z
            .number()
            .describe('How far a value must return beyond the limit before the condition clears; 0 for none.'),
        }),
      )
      .describe('Conditions by ID.'),
    actions: z.record(z.string(), action).describe('Actions by ID.'),
    followUps: z
      .record(z.string(), action.extend({ stage: z.enum(followUpStages).describe('Stage at which the action runs.') }))
      .describe('Follow-ups by ID.'),
    isEnabled: z.boolean().describe('Whether the alert is enabled.'),
    holdOffSec: z.number().describe('Resolve delay in seconds.'),
    /** Left out: three periods of the device. */
    maxAgeSec: z
      .number()
      .optional()
      .describe('Maximum age of a value in seconds; missing for three polling periods of its device.'),
    flapping: z
      .object({
        changes: z.number().describe('Number of state changes.'),
        minutes: z
          .number()
          .describe('Minutes within which they are counted, and for which the state must then be steady.'),
      })
      .nullable()
      .describe('Flapping threshold; null: disabled.'),
    /** Left out: there is no escalation. */
    policyId: idNumber.optional().describe('Escalation policy ID; missing without one.'),
    /** Ours. Left out: it is an alert of its own. */
    alertTemplateId: idOf.alertTemplate.optional(),
  })
  .meta({ id: 'Alert', description: 'Definition of an alert with the IDs of its items.' })
