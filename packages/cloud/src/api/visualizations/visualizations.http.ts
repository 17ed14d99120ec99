import { type Handlers, Refusal } from '@busbar/wire/server'
import { difference } from '../../audit/difference.rules.ts'
import { lockOrg } from '../../audit/lock-org.sql.ts'
import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/sql.ts'
import { plainNumber } from '../../readings/plain-number.ts'
import type { Call } from '../../service.ts'
import { sanitiserVersion } from '../../svg/sanitise-svg.ts'
import type { Language } from '../../texts/texts.ts'
import type { AnswerLimits } from '../answer-limits.ts'
import { visData } from './data.rules.ts'
import { inputsOf } from './inputs.rules.ts'
import { auditedVis, checkBindings, cleanSource, shownVis, slugFor } from './saved-vis.ts'
import { knownParams } from './values.sql.ts'
import { savedCodesMax, visMax, type visualizations } from './visualizations.contract.ts'
import {
  copyData,
  countVis,
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
} from './visualizations.sql.ts'

const nameCharsMax = 200
/** So many are looked up at a time. */
const infoPartMax = 50

const partsOf = (ids: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, part) => ids.slice(part * size, (part + 1) * size))

export const visualizationsHandlers: Handlers<typeof visualizations, Call> = {
  list: async ({ db }, { orgId }) => visList(db.sql, orgId),

  dataOfMany: async (call, { visIds, lang }) => Object.fromEntries(await dataOf(call, visIds, lang)),

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
    // How values come into a drawing is no part of what it shows.
    return shared === null ? shownVis(vis) : { ...shownVis(vis), bindings: [] }
  },

  data: async (call, { visId, lang }) => {
    const data = (await dataOf(call, [visId], lang)).get(visId)
    if (data === undefined) throw new Refusal('ObjectNotFound')
    return data
  },

  saveData: (call, { visId, code, value: given }) =>
    changing(call, visId, async (tx) => {
      const value = typeof given === 'number' ? plainNumber(given) : given
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

  create: (call, { orgId, name, slug, source, bindings = [], updatePeriodSec = 30, useVisData = false }) => {
    const clean = cleanSource(source)
    return call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      await checkBindings(tx, orgId, bindings)
      const settings = { source: clean, bindings, updatePeriodSec, useVisData }
      const free = await slugFor(tx, orgId, { name, slug })
      return { id: await add(tx, call, 'vis.create', { name, slug: free, ...settings }) }
    })
  },

  change: (call, { visId, ...wanted }) => {
    const clean = wanted.source === undefined ? undefined : cleanSource(wanted.source)
    return changing(call, visId, async (tx, before) => {
      const { orgId, cleanedBy } = before
      if (wanted.bindings !== undefined) await checkBindings(tx, orgId, wanted.bindings)
      const { name = before.name, bindings = before.bindings } = wanted
      const { updatePeriodSec = before.updatePeriodSec, useVisData = before.useVisData } = wanted
      const isSlugNew = wanted.slug !== undefined && wanted.slug !== before.slug
      const slug = isSlugNew ? await slugFor(tx, orgId, { name, slug: wanted.slug }) : before.slug
      const after = { name, slug, source: clean ?? before.source, bindings, updatePeriodSec, useVisData }
      await updateVis(tx, orgId, visId, after, clean === undefined ? cleanedBy : sanitiserVersion)
      await record(tx, orgId, call, {
        action: 'vis.change',
        objectKind: 'vis',
        objectId: visId,
        ...difference(auditedVis(before), auditedVis(after)),
      })
      return {}
    })
  },

  delete: (call, { visId }) =>
    changing(call, visId, async (tx, vis) => {
      await deleteVis(tx, call.orgId, visId)
      const before = auditedVis(vis)
      await record(tx, call.orgId, call, { action: 'vis.delete', objectKind: 'vis', objectId: visId, before })
      return {}
    }),

  duplicate: (call, { visId }) =>
    changing(call, visId, async (tx, row) => {
      const name = `${row.name.slice(0, nameCharsMax - 4)} (2)`
      const slug = await slugFor(tx, call.orgId, { name: row.name })
      // A drawing of an older sanitiser becomes one of ours on the way.
      const id = await add(tx, call, 'vis.duplicate', { ...shownVis(row), name, slug })
      await copyData(tx, call.orgId, visId, id)
      return { id }
    }),
}

/** The data of those that are the organization's: what they are made from in one query, and all their values in one more. */
const dataOf = async (
  { db: { sql }, orgId }: Call,
  visIds: readonly number[],
  lang: Language = 'en',
): Promise<Map<number, Record<string, string>>> => {
  const sources = await dataSources(sql, orgId, visIds)
  const inputs = new Set(sources.flatMap(({ bindings }) => bindings.flatMap(inputsOf)))
  const known = await knownParams(sql, orgId, inputs)
  return new Map(sources.map((source) => [source.id, visData(source, known, lang)]))
}

const add = async (tx: Tx, call: Call, action: string, vis: VisSettings): Promise<number> => {
  const { orgId } = call
  if ((await countVis(tx, orgId)) >= visMax) {
    throw new Refusal('IncorrectRequest', `body: there are ${visMax} visualizations`)
  }
  const id = await insertVis(tx, orgId, vis, sanitiserVersion, call.now())
  await record(tx, orgId, call, { action, objectKind: 'vis', objectId: id, after: auditedVis(vis) })
  return id
}

/** Does something to a locked visualization. */
const changing = <T>({ db, orgId }: Call, visId: number, work: (tx: Tx, vis: VisRow) => Promise<T>): Promise<T> =>
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
