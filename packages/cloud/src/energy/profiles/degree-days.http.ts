import { at } from '@busbar/kit'
import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { isoTime } from '../../fields/iso-time.ts'
import type { EnergyCall, EnergyNeeds } from '../needs.ts'
import { dayMs } from '../stored/hold.rules.ts'
import { wholeSegments } from '../stored/steps.ts'
import { spanOf, storedTree } from '../trees/stored-tree.ts'
import { paramFacts } from '../trees/trees.sql.ts'
import type { treeDegreeDays } from './degree-days.contract.ts'
import { degreeDaysOf } from './degree-days.rules.ts'
import { degreeDaysSettingOf, setDegreeDays } from './degree-days.sql.ts'

const hourMs = 3_600_000
const daysMax = 370

export const treeDegreeDaysHandlers: Handlers<typeof treeDegreeDays, EnergyNeeds> = {
  get: async ({ db, orgId }, { treeId }) => ({ setting: await degreeDaysSettingOf(db.sql, orgId, treeId) }),

  change: (call, { treeId, setting }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      if (setting !== null) {
        const param = await paramFacts(tx, orgId, setting.paramId)
        if (param === undefined) throw new Refusal('ObjectNotFound')
        if (param.valueType === 'string') {
          throw new Refusal('IncorrectRequest', 'body.setting.paramId: is no parameter with numbers')
        }
      }
      const before = await degreeDaysSettingOf(tx, orgId, treeId)
      await setDegreeDays(tx, orgId, treeId, setting)
      const change = { before: { degreeDays: before }, after: { degreeDays: setting } }
      await record(tx, orgId, call, {
        action: 'tree.change-degree-days',
        objectKind: 'tree',
        objectId: treeId,
        ...change,
      })
      return {}
    }),

  read: async (call, { treeId, ...span }) => {
    const tree = await storedTree(call, treeId)
    const setting = await degreeDaysSettingOf(call.db.sql, call.orgId, treeId)
    if (setting === null) return { setting, days: [], total: null, known: 0 }
    const { from, till } = spanOf(call, tree, span)
    if (till - from > daysMax * dayMs) {
      throw new Refusal('IncorrectRequest', `The span is longer than ${daysMax} days.`)
    }
    const now = call.now().getTime()
    const edges = wholeSegments(tree.timeZone, 'day', from, till).filter((edge) => edge <= now)
    const [first = 0, last = 0] = [edges[0], edges.at(-1)]
    const hours = Math.max(0, Math.ceil((last - first) / hourMs))
    const hourly = hours === 0 ? [] : await hourlyMeans(call, setting.paramId, first, hours)
    const days = degreeDaysOf(edges, hourly, setting)
    const knownDays = days.flatMap(({ degreeDays }) => (degreeDays === null ? [] : [degreeDays]))
    const sum = Math.round(knownDays.reduce((all, one) => all + one, 0) * 1000) / 1000
    return {
      setting,
      days: days.map((day, index) => ({ from: isoTime(at(edges, index)), ...day })),
      total: days.length > 0 && knownDays.length === days.length ? sum : null,
      known: knownDays.length,
    }
  },
}

const hourlyMeans = async ({ history, orgId }: EnergyCall<'member'>, paramId: number, from: number, hours: number) => {
  const columns = await history.figures(orgId, [paramId], from, from + hours * hourMs - 1, hours)
  const { count, sum, lost } = at(columns, 0).figures
  return Array.from({ length: hours }, (_, index) => {
    const mean = (at(sum, index) + at(lost, index)) / at(count, index)
    return Number.isFinite(mean) ? mean : null
  })
}
