import { type Flapping, flappingDefault } from '@busbar/alerts/model'
import { newParams } from '../../devices/params/new-params.rules.ts'
import type { ParamFields } from '../../devices/params/params.contract.ts'
import type { ParamSettings } from '../../devices/params/settings.rules.ts'
import {
  checkDefinition,
  type Definition,
  type FieldErrors,
  type NewAction,
  type NewCondition,
} from '../definition/definition.rules.ts'
import type { AlertParamRow } from '../params.sql.ts'
import type { AlertTemplateInput } from './alert-templates.contract.ts'

type TemplateCondition = Omit<NewCondition, 'paramId'> & { param: string }

/** Stored fields of a template besides its name and policy. */
export interface TemplateDefinition extends Pick<Definition, 'description' | 'conditionLogic' | 'logAs' | 'actions'> {
  holdOffSec: number
  maxAgeSec: number | null
  flapping: Flapping | null
  conditions: readonly TemplateCondition[]
}

export interface TemplateException {
  isOff: boolean
  limits: readonly Pick<TemplateCondition, 'param' | 'kind' | 'value'>[]
}

export interface CheckedTemplate {
  name: string
  policyId: number | null
  definition: TemplateDefinition
}

/** The parameters that a device of the kind is made with. */
export const paramsOfKind = (paramTemplates: readonly ParamFields[]): ParamSettings[] =>
  newParams('template', paramTemplates, [])

const notForAll = 'is not possible for all devices of a kind'

/** Returns the requested template, or all its errors. `before` supplies missing values. */
export const checkTemplate = (
  input: AlertTemplateInput,
  facts: { paramTemplates: readonly ParamFields[]; policyIds: ReadonlySet<number> },
  before: CheckedTemplate | null,
): { ok: CheckedTemplate } | { errors: FieldErrors } => {
  const kindParams = paramsOfKind(facts.paramTemplates)
  const idsBySlug = new Map(kindParams.map(({ slug }, index) => [slug, index + 1]))
  // Only what checks look at is known of a parameter that is no device's.
  const params = new Map(
    kindParams.map((param, index) => [index + 1, { ...param, id: index + 1 } as unknown as AlertParamRow]),
  )
  const conditions = input.conditions.map(({ param, ...rest }) => ({ ...rest, paramId: idsBySlug.get(param) ?? 0 }))
  const checked = checkDefinition(
    { ...input, conditions },
    { references: new Map(), params, policyIds: facts.policyIds },
  )
  const errors: FieldErrors = {}
  for (const [field, message] of 'errors' in checked ? Object.entries(checked.errors) : [])
    errors[field.replace(/^(conditions\.\d+)\.paramId$/, '$1.param')] = message
  for (const [list, items] of Object.entries({ actions: input.actions, followUps: input.followUps ?? [] }))
    for (const [index, { type }] of items.entries())
      if (type === 'write-param') errors[`${list}.${index}.type`] = notForAll
  if ('errors' in checked || Object.keys(errors).length > 0) return { errors }
  const { ok } = checked
  const {
    name,
    description,
    conditionLogic,
    logAs,
    actions,
    holdOffSec = before?.definition.holdOffSec ?? 0,
    maxAgeSec = before?.definition.maxAgeSec ?? null,
    flapping = before === null ? flappingDefault : before.definition.flapping,
    policyId = before?.policyId ?? null,
  } = ok
  const conditionsBySlug = ok.conditions.map(({ kind, value, holdSec, deadband }, index) => ({
    param: input.conditions[index]?.param ?? '',
    kind,
    value,
    holdSec,
    deadband,
  }))
  const core = { description, conditionLogic, logAs, holdOffSec, maxAgeSec, flapping }
  return { ok: { name, policyId, definition: { ...core, conditions: conditionsBySlug, actions } } }
}

/** The alert that a device should have, or the reason why it has none. */
export type TemplateFit = { ok: Definition } | { missing: string[] } | { problem: string }

const nameMax = 200

/** The alert of a template for a device; `params`: those of its parameters that the template names, by their slugs. */
export const alertFor = (
  { name, policyId, definition }: CheckedTemplate,
  device: { name: string; exception: TemplateException | null },
  params: ReadonlyMap<string, AlertParamRow>,
): TemplateFit => {
  const slugs = [...new Set(definition.conditions.map(({ param }) => param))]
  const missing = slugs.filter((slug) => !params.has(slug))
  if (missing.length > 0) return { missing }
  const { actions } = definition
  const input = {
    ...definition,
    name: `${name} · ${device.name}`.slice(0, nameMax),
    policyId,
    conditions: definition.conditions.map(({ param, kind, value, ...rest }) => {
      const exceptionLimit = device.exception?.limits.find((one) => one.param === param && one.kind === kind)
      return { ...rest, kind, value: exceptionLimit?.value ?? value, paramId: params.get(param)?.id ?? 0 }
    }),
    actions: actions.filter(({ stage }) => stage === 'active'),
    followUps: actions.filter(({ stage }) => stage !== 'active'),
  }
  const checked = checkDefinition(input, {
    references: new Map(),
    params: new Map([...params.values()].map((param) => [param.id, param])),
    policyIds: new Set(policyId === null ? [] : [policyId]),
  })
  if ('ok' in checked) return checked
  const [[field, message] = ['', '']] = Object.entries(checked.errors)
  return { problem: `${field}: ${message}` }
}

/** Text that two definitions share when they are the same; the order of actions counts for nothing. */
export const contentOf = ({
  conditions,
  actions,
  ...core
}: Omit<Definition, 'actions'> & { actions: readonly NewAction[] }): string => {
  const { name, description, conditionLogic, logAs, holdOffSec, maxAgeSec, flapping, policyId } = core
  const plain = [
    name,
    description,
    conditionLogic,
    logAs,
    holdOffSec,
    maxAgeSec,
    flapping?.changes,
    flapping?.minutes,
    policyId,
  ]
  return JSON.stringify([
    plain.map((one) => one ?? null),
    conditions.map(({ paramId, kind, value, holdSec, deadband }) => [paramId, kind, value, holdSec, deadband]),
    actions
      .map(({ stage, timeoutMinutes, type, recepient }) => JSON.stringify([stage, timeoutMinutes, type, recepient]))
      .toSorted(),
  ])
}
