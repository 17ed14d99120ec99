import type { Database } from '@busbar/database'
import { ImportProblem, type LineReader } from '@busbar/import'
import type { History } from '@busbar/readings'
import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { type Actor, record } from '../../accounts/audit/record.ts'
import type { EnergyMarks } from '../needs.ts'
import { Gatherer } from './gather.ts'
import type { ReadingsMap } from './import.contract.ts'
import { type TargetParam, targetParams } from './import.sql.ts'
import { type LineRules, openReader } from './parse-readings-job.ts'
import { storeGathered } from './store.ts'

/** Names of parameters in files: references as in our exports, or names of users. Ambiguous names match nothing. */
const proposals = (params: readonly TargetParam[]): ReadonlyMap<string, number> => {
  const idsByName = new Map<string, number | null>()
  for (const { id, slug, deviceSlug, netSlug, label, nameEn, deviceName } of params) {
    const names = [
      `${netSlug}.${deviceSlug}.${slug}`,
      `busbar,device=${deviceSlug},net=${netSlug}:${slug}`,
      `${deviceSlug}.${slug}`,
      `${deviceName}, ${nameEn}`,
      `${deviceName} ${nameEn}`,
      nameEn,
      slug,
      ...(label === null ? [] : [label]),
    ]
    for (const name of new Set(names.map(plain)))
      idsByName.set(name, idsByName.has(name) && idsByName.get(name) !== id ? null : id)
  }
  return new Map([...idsByName].flatMap(([name, id]) => (id === null ? [] : [[name, id]])))
}

/**
 * Returns the most likely parameter of a name. `sensor.pv_power` of Home Assistant is also searched without its domain.
 */
const proposeParam = (name: string, idsByName: ReadonlyMap<string, number>): number | undefined =>
  idsByName.get(plain(name)) ??
  idsByName.get(plain(name.replace(/^(?:sensor|binary_sensor|switch|number)\./, ''))) ??
  idsByName.get(plain(name.replace(/^.*:/, '')))

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}.:,=]+/gu, '_')

export interface Stores {
  db: Pick<Database, 'sql' | 'tx'>
  history: History
  energy: Pick<EnergyMarks, 'markDaysInTx'>
}

export interface ReadingsImport {
  orgId: number
  name: string
  map: ReadingsMap
  into: 'past' | 'gaps'
  isDry: boolean
}

/** Readings of a file, told one by one; `done` names the file when it has been read to its end. */
export type ReadingsSource = (
  take: (found: Parameters<Gatherer['take']>[0]) => Promise<void>,
) => Promise<{ sha256: string }>

/** Maximum number of readings in memory before they are stored. */
const waitingMax = 1_000_000

/** Stores the readings of a file. Existing readings win, so that an interrupted run can be repeated. */
export const importReadings = async (
  { db, history, energy }: Stores,
  actor: Actor,
  job: ReadingsImport,
  source: ReadingsSource,
) => {
  const { orgId, name, map, into, isDry } = job
  const targets = await targetParams(db.sql, orgId)
  const params = new Map(targets.map((param) => [param.id, param]))
  for (const [of, target] of Object.entries(map)) {
    const paramId = typeof target === 'object' ? target.paramId : target
    if (!params.has(paramId)) throw new Refusal('IncorrectRequest', `body.map.${of}: there is no parameter ${paramId}`)
  }
  const gatherer = new Gatherer({ params, map, now: actor.now().getTime(), isPast: into === 'past' })
  const options = { db, history, energy, orgId, isDry, into }
  let stored = 0
  const { sha256 } = await source(async (found) => {
    gatherer.take(found)
    if (gatherer.waiting >= waitingMax) stored += await storeGathered(options, gatherer)
  })
  stored += await storeGathered(options, gatherer)
  const answer = answerOf(gatherer, map, proposals(targets), stored)
  if (!isDry) {
    const { refused, names, ...counts } = answer
    const spans = names.filter(({ name: of }) => Object.hasOwn(map, of))
    await db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      await record(tx, orgId, actor, {
        action: 'readings.import',
        objectKind: 'org',
        objectId: orgId,
        after: { file: name, sha256, into, ...counts, names: spans.slice(0, 100), refused: refused.slice(0, 100) },
      })
    })
  }
  return answer
}

const answerOf = (gatherer: Gatherer, map: ReadingsMap, idsByName: ReadonlyMap<string, number>, stored: number) => ({
  names: [...gatherer.names].map(([name, { count, gaps, from, till }]) => {
    const target = Object.hasOwn(map, name) ? map[name] : undefined
    const paramId = typeof target === 'object' ? target.paramId : (target ?? proposeParam(name, idsByName))
    return {
      name,
      count,
      gaps,
      from: new Date(from).toISOString(),
      till: new Date(till).toISOString(),
      ...(paramId !== undefined && { paramId }),
    }
  }),
  stored,
  aside: [...gatherer.aside].map(([reason, count]) => ({ reason, count })),
  refused: gatherer.refused,
  refusedCount: gatherer.refusedCount,
})

/** The reader of a format, for a program with a process of its own. */
export const lineReader = (rules: LineRules, heading: string): LineReader => {
  try {
    return openReader(rules, heading)
  } catch (error) {
    throw error instanceof ImportProblem ? new Refusal('IncorrectRequest', `body.text: ${error.message}`) : error
  }
}
