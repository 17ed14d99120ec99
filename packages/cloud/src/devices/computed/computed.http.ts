import type { Tx } from '@busbar/database'
import { plainNumber } from '@busbar/kit'
import { parseDecimal } from '@busbar/modbus/decimal'
import { lastReadings } from '@busbar/readings/last-values'
import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { slugPatterns } from '../../fields/assign-slugs.rules.ts'
import { lex } from '../../formula/lex.ts'
import { parseFormula } from '../../formula/parse.ts'
import { deviceSlugs, hasNet, insertDevices } from '../devices.sql.ts'
import type { DeviceNeeds } from '../needs.ts'
import { planDevices } from '../new-devices.rules.ts'
import { fullName } from '../params/names.rules.ts'
import { newParams } from '../params/new-params.rules.ts'
import { insertParams, slugsOfDevice } from '../params/params.sql.ts'
import type { NewParamFields } from '../params/settings.rules.ts'
import { needQuota } from '../quota.sql.ts'
import { needInputs, needNoCircle } from './check-formulas.ts'
import { computeValue } from './compute-value.ts'
import type { ComputedFields, computed } from './computed.contract.ts'
import { inputRows, isComputedDevice, setComputed } from './computed.sql.ts'

export const computedHandlers: Handlers<typeof computed, DeviceNeeds> = {
  createDevice: (call, { netId, params: formulas, ...fields }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      if (!(await hasNet(tx, orgId, netId))) throw new Refusal('ObjectNotFound')
      await needQuota(tx, orgId, 1)
      const newDevices = [{ ...fields, modbusUnitId: 0 }]
      const [planned] = planDevices(newDevices, [], await deviceSlugs(tx, orgId, slugPatterns(newDevices)))
      if (planned === undefined) throw new Refusal('IncorrectRequest')
      const [deviceId = 0] = await insertDevices(tx, orgId, netId, call.now(), [planned.device])
      await setComputed(tx, orgId, deviceId)
      const paramIds = await addComputed(tx, orgId, deviceId, formulas)
      await record(tx, orgId, call, {
        action: 'computed.create',
        objectKind: 'device',
        objectId: deviceId,
        after: { netId, ...planned.device, params: formulas.map(({ formula }, at) => ({ id: paramIds[at], formula })) },
      })
      return { deviceId, paramIds }
    }),

  createParams: (call, { deviceId, params: formulas }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const isComputed = await isComputedDevice(tx, orgId, deviceId)
      if (isComputed === undefined) throw new Refusal('ObjectNotFound')
      if (!isComputed) {
        throw new Refusal(
          'IncorrectRequest',
          'The device is read from a network: computed parameters have devices of their own.',
        )
      }
      const paramIds = await addComputed(tx, orgId, deviceId, formulas)
      await record(tx, orgId, call, {
        action: 'params.create',
        objectKind: 'device',
        objectId: deviceId,
        after: formulas.map(({ formula }, at) => ({ id: paramIds[at], formula })),
      })
      return { paramIds }
    }),

  try: async ({ db, orgId }, { formula: text, precision }) => {
    const formula = parseFormula(text)
    if ('error' in formula) {
      throw new Refusal('IncorrectRequest', `body.formula: ${formula.error}, at character ${formula.at + 1}`)
    }
    const ids = idsIn(text)
    await needInputs(db.sql, orgId, [{ where: 'body.formula', formula: text }])
    const rows = await inputRows(db.sql, orgId, ids)
    const stored = await lastReadings(db.sql, rows)
    const result = computeValue(formula, ids, precision ?? null, (id) => {
      const value = parseDecimal(stored.get(id)?.last?.value ?? '')
      return value === null ? { err: 'InputOld' } : { value }
    })
    const inputs = ids.flatMap((id) => {
      const row = rows.find((one) => one.id === id)
      const last = stored.get(id)?.last
      if (row === undefined) return []
      const reading = last == null ? {} : { value: last.value, readOn: new Date(last.readOn).toISOString() }
      return { paramId: id, fullName: fullName(row), ...reading }
    })
    return { ...('err' in result ? { err: result.err } : { value: result.text ?? plainNumber(result.number) }), inputs }
  },
}

/** The parameters of a formula in the order in which it names them. */
const idsIn = (text: string): number[] => {
  const tokens = lex(text)
  return 'error' in tokens ? [] : [...new Set(tokens.flatMap((token) => (token.kind === 'param' ? token.id : [])))]
}

const addComputed = async (
  tx: Tx,
  orgId: number,
  deviceId: number,
  formulas: readonly ComputedFields[],
): Promise<number[]> => {
  const settings = newParams('body.params', formulas.map(asParam), await slugsOfDevice(tx, orgId, deviceId))
  await needInputs(
    tx,
    orgId,
    formulas.map(({ formula }, at) => ({ where: `body.params.${at}.formula`, formula })),
  )
  const paramIds = await insertParams(
    tx,
    orgId,
    settings.map((one) => ({ ...one, deviceId })),
  )
  await needNoCircle(tx, orgId, 'body.params')
  return paramIds
}

/** Computed parameters have no registers. */
const asParam = (fields: ComputedFields): NewParamFields => ({
  ...fields,
  address: 0,
  registerKind: 'computed',
  valueType: 'f64',
})
