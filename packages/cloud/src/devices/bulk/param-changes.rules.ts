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
export const planParams = (stored: readonly StoredParam[], changes: BulkParamChanges): PlannedParams => {
  const bySlug = new Map(stored.map((param) => [param.slug, param]))
  const deletedSlugs = new Set(changes.delete)
  const remaining = new Set([...bySlug.keys()].filter((slug) => !deletedSlugs.has(slug)))
  const changed = changes.change.flatMap(({ slug, to }) => {
    const param = remaining.has(slug) ? bySlug.get(slug) : undefined
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
      changes.add.filter(({ slug }) => !remaining.has(slug)),
      [...remaining],
    ),
    changed,
    deleted: [...deletedSlugs].flatMap((slug) => {
      const param = bySlug.get(slug)
      return param === undefined ? [] : { id: param.id, slug }
    }),
    skipped: [
      ...changes.add.flatMap(({ slug }) => (remaining.has(slug) ? slug : [])),
      ...[...changes.change.map(({ slug }) => slug), ...deletedSlugs].filter((slug) => !bySlug.has(slug)),
    ],
  }
}
