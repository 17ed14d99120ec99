import { createHash } from 'node:crypto'
import type { Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { assignSlugs, type SlugRequest, slugPatterns } from '../../fields/assign-slugs.rules.ts'
import { paramsOfOrg } from '../../history/facts.sql.ts'
import { sanitiserVersion, sanitiseSvg } from '../../svg/sanitise-svg.ts'
import type { Binding } from './bindings.contract.ts'
import { bindingsProblem, inputsOf, paramsOfItems } from './inputs.rules.ts'
import type { Item } from './items.contract.ts'
import { type VisRow, type VisSettings, visSlugs } from './visualizations.sql.ts'

const emptyDrawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'

/** The drawing that is stored for one that was given. */
export const cleanSource = (source: string): string => {
  const clean = sanitiseSvg(source)
  if ('err' in clean) throw new Refusal('IncorrectRequest', `body.source: ${clean.err}`)
  return clean.ok
}

/** Current fields, replaced by the given ones. */
export const withChanges = <T extends object>(current: T, changes: { [Name in keyof T]?: T[Name] | undefined }): T => ({
  ...current,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
})

/** As answers have it. A drawing that an older sanitiser let pass is cleaned again; if it cannot be, it is not shown. */
export const shownVis = ({ cleanedBy, ...vis }: VisRow) => {
  if (cleanedBy === sanitiserVersion) return vis
  const clean = sanitiseSvg(vis.source)
  return { ...vis, source: 'ok' in clean ? clean.ok : emptyDrawing }
}

/** Refuses formulas that cannot be read, and parameters that are not the organization's. `goneParamIds` is as in `saveReport`. */
export const checkBindings = async (
  tx: Tx,
  orgId: number,
  bindings: readonly Binding[],
  items: readonly Item[],
  goneParamIds: ReadonlySet<number> = new Set(),
): Promise<void> => {
  const problem = bindingsProblem(bindings)
  if (problem !== null) throw new Refusal('IncorrectRequest', problem)
  const ids = [...new Set([...bindings.flatMap(inputsOf), ...paramsOfItems(items)])]
  const existing = new Set(await paramsOfOrg(tx, orgId, ids))
  const foreign = ids.find((id) => !existing.has(id) && !goneParamIds.has(id))
  if (foreign !== undefined) throw new Refusal('ObjectNotFound', `body: there is no parameter ${foreign}.`)
}

/** The slug that was chosen, or a free one made from the name. */
export const slugFor = async (tx: Tx, orgId: number, request: SlugRequest): Promise<string> => {
  const assigned = assignSlugs([request], await visSlugs(tx, orgId, slugPatterns([request])))
  const [slug] = 'slugs' in assigned ? assigned.slugs : []
  if (slug === undefined) throw new Refusal('IncorrectRequest', 'body.slug: is taken')
  return slug
}

/** For the audit log: of a drawing, by what it can be known again. */
export const auditedVis = ({ source, items, layers, args, ...vis }: VisSettings) => ({
  name: vis.name,
  slug: vis.slug,
  kind: vis.kind,
  group: vis.group,
  source: digest(source),
  bindings: vis.bindings,
  items: digest(JSON.stringify([items, layers, args])),
  updatePeriodSec: vis.updatePeriodSec,
  useVisData: vis.useVisData,
})

const digest = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`
