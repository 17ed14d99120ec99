import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'
import type { KindParam } from '../form/condition-fields.tsx'
import { type AlertDraft, definitionOf, draftOf } from '../form/draft.rules.ts'

export type AlertTemplate = AnswerOf<'alertTemplates', 'get'>
export type AlertTemplateFields = Omit<RequestOf<'alertTemplates', 'change'>, 'orgId' | 'alertTemplateId'>

const byPlace = <T>(items: readonly T[]): Record<string, T> => Object.fromEntries(items.entries())

/** As an alert is edited; its parameters are known by their places in the kind, from 1. */
export const templateDraftOf = (template: AlertTemplate, params: readonly KindParam[]): AlertDraft => {
  const { id, conditions, actions, followUps, devices: _devices, deviceCount: _count, ...core } = template
  const placed = conditions.map(({ param, ...one }) => ({
    ...one,
    param,
    paramId: params.findIndex((known) => known.param === param) + 1,
  }))
  return draftOf({
    ...core,
    id,
    slug: '',
    conditions: byPlace(placed),
    actions: byPlace(actions),
    followUps: byPlace(followUps),
  })
}

export const templateFields = (draft: AlertDraft, params: readonly KindParam[]): AlertTemplateFields => {
  const { conditions, ...definition } = definitionOf(draft)
  return {
    ...definition,
    conditions: conditions.map(({ paramId, kind, value, holdSec, deadband }) => ({
      param: params[(paramId ?? 0) - 1]?.param ?? '',
      kind,
      value,
      holdSec,
      deadband,
    })),
  }
}
