import type { Tx } from '@busbar/database'
import { plainNumber } from '@busbar/kit'
import type { Language } from '@busbar/messaging/texts'
import { compare, decimalOf, parseDecimal } from '@busbar/modbus/decimal'
import { Refusal } from '@busbar/wire/server'
import { allows } from '../../accounts/access/roles.ts'
import type { AuditAction } from '../../accounts/audit/actions.ts'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { textOf } from '../../commands/writing/value-to-write.ts'
import { writeAndShow } from '../../commands/writing/write-and-show.ts'
import type { AnswerLimits } from '../../fields/answer-limits.ts'
import { leftOutOf } from '../../svg/left-out.ts'
import { sanitiserVersion } from '../../svg/sanitise-svg.ts'
import type { DashboardCall, DashboardNeeds } from '../needs.ts'
import { visData, visValues } from './data.rules.ts'
import { bindingsProblem, inputsOf } from './inputs.rules.ts'
import type { Control } from './items.contract.ts'
import { auditedVis, checkBindings, cleanSource, shownVis, slugFor, withChanges } from './saved-vis.ts'
import { shownBindings } from './values.rules.ts'
import { knownParams, pretendedParams } from './values.sql.ts'
import { archiveVersion, placementsOf, versionList, versionOf } from './versions.sql.ts'
import { savedCodesMax, visMax, type visualizations } from './visualizations.contract.ts'
import {
  copyData,
  countVis,
  type Drawing,
  dataSources,
  deleteVis,
  insertVis,
  removeData,
  saveData,
  savedData,
  updateVis,
  type VisRow,
  type VisSettings,
  visById,
  visList,
  visOverview,
} from './visualizations.sql.ts'

/** Returns why a control does not allow a value, or null. The parameter's own limits are checked when it is written. */
export const controlProblem = ({ kind, on = '1', off = '0', min, max }: Control, value: string): string | null => {
  if (kind === 'button') return value === on ? null : `the button writes ${on}`
  if (kind === 'switch') return value === on || value === off ? null : `the switch writes ${on} or ${off}`
  if (min === undefined && max === undefined) return null
  const decimal = parseDecimal(value)
  if (decimal === null) return 'must be a decimal number'
  if (min !== undefined && compare(decimal, decimalOf(min)) < 0) return `must not be below ${min}`
  return max !== undefined && compare(decimal, decimalOf(max)) > 0 ? `must not be above ${max}` : null
}

const nameCharsMax = 200
/** Defaults of a new visualization. */
const defaults: Omit<VisSettings, 'name' | 'slug' | 'source'> = {
  bindings: [],
  updatePeriodSec: 30,
  useVisData: false,
  kind: 'picture',
  group: '',
  args: [],
  items: [],
  layers: [],
}
/** Objects per lookup. */
const infoPartMax = 50

const partsOf = (ids: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, part) => ids.slice(part * size, (part + 1) * size))

export const visualizationsHandlers: Handlers<typeof visualizations, DashboardNeeds> = {
  list: async ({ db }, { orgId }) => visList(db.sql, orgId),

  overview: async ({ db }, { orgId }) => visOverview(db.sql, orgId),

  dataOfMany: async (call, { visIds, lang }) => Object.fromEntries(await dataOf(call, visIds, lang)),

  valuesOfMany: async (call, { visIds, lang }) => Object.fromEntries(await valuesOf(call, visIds, lang)),

  values: async (call, { visId, lang }) => {
    const values = (await valuesOf(call, [visId], lang)).get(visId)
    if (values === undefined) throw new Refusal('ObjectNotFound')
    return values
  },

  tryBindings: async ({ db, now }, { orgId, bindings, values = {}, lang = 'en' }) => {
    const problem = bindingsProblem(bindings)
    if (problem !== null) throw new Refusal('IncorrectRequest', problem)
    const params = await knownParams(db.sql, orgId, new Set(bindings.flatMap(inputsOf)))
    const on = now().getTime()
    return shownBindings(bindings, pretendedParams(params, values, on), lang, on)
  },

  checkSvg: (_call, { source }) => ({ source: cleanSource(source), leftOut: leftOutOf(source) }),

  versions: async ({ db, orgId }, { visId }) => {
    const rows = await versionList(db.sql, orgId, visId)
    return rows.map((row) => ({ ...row, replacedOn: row.replacedOn.toISOString() }))
  },

  restore: (call, { visId, version }) =>
    withLockedVis(call, visId, async (tx, before) => {
      if (version === before.version) return {}
      const found = await versionOf(tx, call.orgId, visId, version)
      if (found === undefined) throw new Refusal('ObjectNotFound')
      const { cleanedBy, ...drawing } = found
      await replaceVis(tx, call, 'vis.restore', before, { ...before, ...drawing }, cleanedBy)
      return {}
    }),

  control: async (call, { visId, itemCode, newValue, lang = 'en' }) => {
    const [vis] = await visById(call.db.sql, call.orgId, [visId])
    const control = vis?.items.find((item) => item.code === itemCode)?.control
    if (control === undefined) throw new Refusal('ObjectNotFound')
    if (!allows(call.role, control.role ?? 'operator')) throw new Refusal('NotAuthorized')
    const value = textOf(newValue)
    const problem = controlProblem(control, value)
    if (problem !== null) throw new Refusal('IncorrectRequest', `body.newValue: ${problem}`)
    return writeAndShow(call, control.paramId, value, lang)
  },

  places: async ({ db, orgId }, { visId }) => placementsOf(db.sql, orgId, visId),

  infoOfMany: async ({ db, limits }, { orgId, visIds }) => {
    const rows: VisRow[] = []
    let chars = 0
    for (const ids of partsOf([...new Set(visIds)], infoPartMax)) {
      const found = new Map((await visById(db.sql, orgId, ids)).map((row) => [row.id, row]))
      for (const row of ids.flatMap((id) => found.get(id) ?? [])) {
        rows.push(row)
        chars += row.source.length
      }
      if (chars > limits.drawingsChars) throw tooMuch(limits)
    }
    return rows.map(shownVis)
  },

  get: async ({ db, orgId, shared }, { visId }) => {
    const [vis] = await visById(db.sql, orgId, [visId])
    if (vis === undefined) throw new Refusal('ObjectNotFound')
    // How values come into a drawing, and what it writes, is no part of what it shows.
    return shared === null ? shownVis(vis) : { ...shownVis(vis), bindings: [], items: [], args: [] }
  },

  data: async (call, { visId, lang }) => {
    const data = (await dataOf(call, [visId], lang)).get(visId)
    if (data === undefined) throw new Refusal('ObjectNotFound')
    return data
  },

  saveData: (call, { visId, code, value: input }) =>
    withLockedVis(call, visId, async (tx) => {
      const value = typeof input === 'number' ? plainNumber(input) : input
      const { orgId } = call
      const saved = await savedData(tx, orgId, visId)
      const before = saved.get(code) ?? ''
      if (before === value) return {}
      if (before === '' && saved.size >= savedCodesMax) {
        throw new Refusal('IncorrectRequest', `body.code: a visualization has at most ${savedCodesMax} saved values`)
      }
      if (value === '') await removeData(tx, orgId, visId, code)
      else await saveData(tx, orgId, visId, code, value)
      await record(tx, orgId, call, {
        action: 'vis.data-save',
        objectKind: 'vis',
        objectId: visId,
        before: { [code]: before },
        after: { [code]: value },
      })
      return {}
    }),

  create: (call, { orgId, slug, source, ...input }) => {
    const vis = { ...withChanges(defaults, input), name: input.name, source: cleanSource(source) }
    return call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      await checkBindings(tx, orgId, vis.bindings, vis.items)
      const freeSlug = await slugFor(tx, orgId, { name: vis.name, slug })
      return { id: await addVis(tx, call, 'vis.create', { ...vis, slug: freeSlug }) }
    })
  },

  change: (call, { visId, ifVersion, ...changes }) => {
    const clean = changes.source === undefined ? undefined : cleanSource(changes.source)
    return withLockedVis(call, visId, async (tx, before) => {
      const { orgId, cleanedBy } = before
      if (ifVersion !== undefined && ifVersion !== before.version) {
        throw new Refusal('IncorrectRequest', `body.ifVersion: the version is ${before.version}`)
      }
      await checkBindings(tx, orgId, changes.bindings ?? [], changes.items ?? [])
      const after = { ...withChanges(before, changes), slug: before.slug, source: clean ?? before.source }
      const isSlugNew = changes.slug !== undefined && changes.slug !== before.slug
      if (isSlugNew) after.slug = await slugFor(tx, orgId, { name: after.name, slug: changes.slug })
      await replaceVis(tx, call, 'vis.change', before, after, clean === undefined ? cleanedBy : sanitiserVersion)
      return {}
    })
  },

  delete: (call, { visId }) =>
    withLockedVis(call, visId, async (tx, vis) => {
      await deleteVis(tx, call.orgId, visId)
      const before = auditedVis(vis)
      await record(tx, call.orgId, call, { action: 'vis.delete', objectKind: 'vis', objectId: visId, before })
      return {}
    }),

  duplicate: (call, { visId }) =>
    withLockedVis(call, visId, async (tx, row) => {
      const name = `${row.name.slice(0, nameCharsMax - 4)} (2)`
      const slug = await slugFor(tx, call.orgId, { name: row.name })
      // A drawing of an older sanitiser becomes one of ours on the way.
      const id = await addVis(tx, call, 'vis.duplicate', { ...shownVis(row), name, slug })
      await copyData(tx, call.orgId, visId, id)
      return { id }
    }),
}

/** Reads the sources of the organization's visualizations with one query, and all their values with another. */
const sourcesOf = async ({ db: { sql }, orgId }: DashboardCall<'member' | 'share'>, visIds: readonly number[]) => {
  const sources = await dataSources(sql, orgId, visIds)
  const inputs = new Set(sources.flatMap(({ bindings }) => bindings.flatMap(inputsOf)))
  return { sources, params: await knownParams(sql, orgId, inputs) }
}

const dataOf = async (call: DashboardCall<'member' | 'share'>, visIds: readonly number[], lang: Language = 'en') => {
  const { sources, params } = await sourcesOf(call, visIds)
  return new Map(sources.map((source) => [source.id, visData(source, params, lang)]))
}

const valuesOf = async (call: DashboardCall<'member' | 'share'>, visIds: readonly number[], lang: Language = 'en') => {
  const { sources, params } = await sourcesOf(call, visIds)
  const now = call.now().getTime()
  return new Map(sources.map((source) => [source.id, visValues(source, params, lang, now)]))
}

/** Stores what a visualization becomes, and keeps it as it was if its drawing changed. */
const replaceVis = async (
  tx: Tx,
  call: DashboardCall<'member'>,
  action: AuditAction,
  before: VisRow,
  after: VisSettings,
  cleanedBy: number,
): Promise<void> => {
  const { orgId, id, version } = before
  const isDrawingChanged = JSON.stringify(drawingOf(before)) !== JSON.stringify(drawingOf(after))
  if (isDrawingChanged) await archiveVersion(tx, before, call.now(), call.caller.accountName)
  await updateVis(tx, orgId, id, { ...after, version: isDrawingChanged ? version + 1 : version }, cleanedBy)
  const change = difference(auditedVis(before), auditedVis(after))
  await record(tx, orgId, call, { action, objectKind: 'vis', objectId: id, ...change })
}

const drawingOf = ({ source, bindings, args, items, layers }: Drawing): unknown[] => [
  source,
  bindings,
  args,
  items,
  layers,
]

const addVis = async (
  tx: Tx,
  call: DashboardCall<'member'>,
  action: AuditAction,
  vis: VisSettings,
): Promise<number> => {
  const { orgId } = call
  if ((await countVis(tx, orgId)) >= visMax) {
    throw new Refusal('IncorrectRequest', `body: there are ${visMax} visualizations`)
  }
  const id = await insertVis(tx, orgId, vis, sanitiserVersion, call.now())
  await record(tx, orgId, call, { action, objectKind: 'vis', objectId: id, after: auditedVis(vis) })
  return id
}

/** Does something to a locked visualization. */
const withLockedVis = <T>(
  { db, orgId }: DashboardCall<'member'>,
  visId: number,
  work: (tx: Tx, vis: VisRow) => Promise<T>,
): Promise<T> =>
  db.tx(async (tx) => {
    await lockOrg(tx, orgId)
    const [vis] = await visById(tx, orgId, [visId])
    if (vis === undefined) throw new Refusal('ObjectNotFound')
    return work(tx, vis)
  })

const tooMuch = ({ drawingsChars }: AnswerLimits): Refusal =>
  new Refusal(
    'IncorrectRequest',
    `body.visIds: the drawings have more than ${drawingsChars} characters together; ask for fewer at a time`,
  )
