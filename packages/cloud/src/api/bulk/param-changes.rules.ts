import { Refusal } from '@busbar/wire/server'
import { newParams } from '../params/new-params.rules.ts'
import type { ParamChanges, ParamFields } from '../params/params.contract.ts'
import type { StoredParam } from '../params/params.sql.ts'
import { changedSettings, type ParamSettings, settingsProblem } from '../params/settings.rules.ts'

export interface BulkParamChanges {
  add: readonly (ParamFields & { slug: string })[]
  change: readonly { slug: string; to: ParamChanges }[]
  delete: readonly string[]
}

/** What becomes of the parameters of one device. */
export interface PlannedParams {
  added: ParamSettings[]
  changed: { id: number; slug: string; to: ParamSettings }[]
  deleted: { id: number; slug: string }[]
  /** Slugs that are there and were to be added, or are not and were to be changed or deleted. */
  skipped: string[]
}

/** Plans one device, or refuses. What is deleted is neither changed nor in the way of what is added. */
export const planParams = (stored: readonly StoredParam[], asked: BulkParamChanges): PlannedParams => {
  const there = new Map(stored.map((param) => [param.slug, param]))
  const gone = new Set(asked.delete)
  const kept = new Set([...there.keys()].filter((slug) => !gone.has(slug)))
  const changed = asked.change.flatMap(({ slug, to }) => {
    const param = kept.has(slug) ? there.get(slug) : undefined
    if (param === undefined) return []
    const { id, deviceId: _device, deviceName, ...before } = param
    const after = changedSettings(before, to)
    const problem = settingsProblem(after)
    if (problem !== null) throw new Refusal('IncorrectRequest', `${deviceName}, ${slug}: ${problem}`)
    return JSON.stringify(after) === JSON.stringify(before) ? [] : [{ id, slug, to: after }]
  })
  return {
    added: newParams(
      'body.add',
      asked.add.filter(({ slug }) => !kept.has(slug)),
      [...kept],
    ),
    changed,
    deleted: [...gone].flatMap((slug) => {
      const param = there.get(slug)
      return param === undefined ? [] : { id: param.id, slug }
    }),
    skipped: [
      ...asked.add.flatMap(({ slug }) => (kept.has(slug) ? slug : [])),
      ...[...asked.change.map(({ slug }) => slug), ...gone].filter((slug) => !there.has(slug)),
    ],
  }
}
