import { isReading, type ReadGroup, type ReadItem, ReadPlanner, readExtent, type ValueFormat } from '@busbar/modbus'
import { type ModbusClient, withOrigin } from '@busbar/polling'
import { Refusal } from '@busbar/wire/server'
import type { Handlers } from '../../accounts/call.ts'
import type { ParamTemplate } from '../../devices/templates/param-template.rules.ts'
import { needToSee } from '../../devices/templates/templates.rules.ts'
import {
  orgRoleForTemplate,
  selectTemplate,
  type TemplateFields,
  type TemplateRow,
} from '../../devices/templates/templates.sql.ts'
import { readSettings, sendPasswords, writeSettings } from '../../field/raw/controller.ts'
import { controllerRegisters } from '../../field/raw/controller-registers.ts'
import { rawRequest } from '../../field/raw/raw-request.ts'
import {
  errorStatus,
  failureText,
  type Result,
  readRegisters,
  readWithErrorText,
} from '../../field/raw/read-registers.ts'
import { writeRegisters } from '../../field/raw/write-registers.ts'
import type { CommandCall, CommandNeeds } from '../needs.ts'
import { auditedWrite, type Note } from './audited-write.ts'
import { withConnection } from './open-connection.ts'
import type { GroupToRead, raw } from './raw.contract.ts'
import { readGroups } from './read-groups.ts'

/** Requests of one check. */
const requestsMax = 16
/** A device that refuses several registers at once may still give each of them. */
const refusals: ReadonlySet<string> = new Set(['IllegalFunction', 'IllegalDataAddress', 'IllegalDataValue'])

interface NamedReadItem extends ReadItem {
  name: string
}

/** Reads what a template tracks, as far as a few requests go; what is wrong, or null. */
const readProblem = async (
  client: ModbusClient,
  unit: number,
  { paramTemplates, readGroupSize }: Pick<TemplateFields, 'paramTemplates' | 'readGroupSize'>,
): Promise<string | null> => {
  const tracked = paramTemplates.filter(({ isTracked }) => isTracked)
  const items = (tracked.length > 0 ? tracked : paramTemplates).map(
    (param): NamedReadItem => ({
      kind: param.registerKind,
      ...readExtent(param as ValueFormat & ParamTemplate),
      name: param.name.en,
    }),
  )
  const planner = new ReadPlanner<NamedReadItem>({ groupSize: readGroupSize })
  const queue = [...planner.plan(items).groups]
  for (let n = 0; n < requestsMax; n += 1) {
    const group = queue.shift()
    if (group === undefined) break
    const outcome = await readRegisters(client, { unit, ...group })
    if ('ok' in outcome) continue
    const parts = refusals.has(outcome.err) && group.items.length > 1 ? planner.refused(group) : []
    if (parts.length === 0) {
      const text = failureText(outcome.err, { unit, ...group })
      return outcome.err === 'no-connection' ? text : `${text} (${namesOf(group)})`
    }
    queue.unshift(...parts)
  }
  return null
}

const namesOf = ({ items: [first, ...others] }: ReadGroup<NamedReadItem>): string =>
  others.length === 0 ? `${first?.name}` : `${first?.name} and ${others.length} more`

/** For a request of several groups that says nothing of time. */
const groupsMs = 30_000

export const rawHandlers: Handlers<typeof raw, CommandNeeds> = {
  async checkConnection(call, { deviceModbusId: unit, connection }) {
    const { deviceType } = controllerRegisters
    // The version stands right behind it.
    const range = { unit, kind: 'holding', address: deviceType.address, count: 2 } as const
    const outcome = await withConnection(call, connection, 'read', (client) => readRegisters(client, range))
    if ('err' in outcome) {
      const isCutOff = outcome.err === 'no-connection'
      return { status: isCutOff ? 'NoConnection' : { readingFailure: failureText(outcome.err, range) } }
    }
    const [deviceIdentificationMarker = 0, version = 0] = outcome.ok
    return { status: { connected: { unitId: unit, version, deviceIdentificationMarker } } }
  },

  async checkDeviceRead(call, { deviceModbusId, templateId, connection }) {
    const template = await visibleTemplate(call, templateId)
    const problem = await withConnection(call, connection, 'read', (client) =>
      readProblem(client, deviceModbusId, template),
    )
    return problem === null ? { status: 'ok' } : errorStatus(problem)
  },

  async readControllerModbusSettings(call, { deviceModbusId, connection }) {
    const result = await withConnection(call, connection, 'read', (client) => readSettings(client, deviceModbusId))
    return 'err' in result ? errorStatus(result.err) : { status: 'ok', ...result.ok }
  },

  async writeControllerModbusSettings(
    call,
    { deviceModbusId: unit, connection, controllerUnitId, bitRate, byteFormat },
  ) {
    const settings = { controllerUnitId, bitRate, byteFormat }
    const note: Note = { action: 'raw.write-controller-modbus-settings', details: { unit, ...settings } }
    return status(await auditedWrite(call, connection, note, (client) => writeSettings(client, unit, settings)))
  },

  async sendControllerPasswords(call, { deviceModbusId: unit, connection, passwords }) {
    const note: Note = { action: 'raw.send-controller-passwords', details: { unit, count: passwords.length } }
    const origin = { kind: 'passwords', person: call.caller.accountName } as const
    const send = (client: ModbusClient) => sendPasswords(withOrigin(client, origin), unit, passwords)
    return status(await auditedWrite(call, connection, note, send))
  },

  readRegisterGroup(call, request) {
    return withConnection(call, request.connection, 'read', (client) => readWithErrorText(client, rangeOf(request)))
  },

  readMultipleRegisterGroup: (call, { body }) => readAll(call, body, groupsMs),

  readMultipleRegisterGroupsWithTimeout: (call, { timeoutMs, requests }) => readAll(call, requests, timeoutMs),

  async request(call, { deviceModbusId: unit, pdu: digits, connection }) {
    const pdu = Buffer.from(digits, 'hex')
    const startedMs = call.clock.now()
    const result = isReading(pdu)
      ? await withConnection(call, connection, 'write', (client) => rawRequest(client, unit, pdu, 'realtime'))
      : await auditedWrite(
          call,
          connection,
          { action: 'raw.request', details: { unit, pdu: digits.toLowerCase() } },
          (client) => rawRequest(client, unit, pdu, 'write'),
        )
    if ('err' in result) return result
    const { ok, ...audit } = result
    return { pdu: Buffer.from(ok).toString('hex'), tookMs: Math.round(call.clock.now() - startedMs), ...audit }
  },

  async writeRegisterGroup(
    call,
    { deviceModbusId: unit, address, kind, values, connection, writeFunction = 'normal' },
  ) {
    const writing = { unit, kind, address, values: values.map(Number), writeFunction }
    const note: Note = { action: 'raw.write-register-group', details: writing }
    const { auditPending: _, ...answer } = await auditedWrite(call, connection, note, (client) =>
      writeRegisters(client, writing),
    )
    return answer
  },
}

const rangeOf = ({ deviceModbusId, kind, address, registersNum }: GroupToRead) => ({
  unit: deviceModbusId,
  kind,
  address,
  count: registersNum,
})

const readAll = async (call: CommandCall<'account'>, requests: readonly GroupToRead[], timeoutMs: number) => {
  const ranges = requests.map((request) => ({ ...rangeOf(request), connection: request.connection }))
  const results = await readGroups(call, ranges, timeoutMs)
  return results.map((result, i) => {
    const { deviceModbusId = 0, address = 0, registersNum = 0 } = requests[i] ?? {}
    return { deviceModbusId, address, registersNum, result }
  })
}

const status = (result: Result<null>) => ('err' in result ? errorStatus(result.err) : { status: 'ok' as const })

const visibleTemplate = async ({ db, caller }: CommandCall<'account'>, templateId: number): Promise<TemplateRow> => {
  needToSee(await orgRoleForTemplate(db.sql, templateId, caller.accountId))
  const template = await selectTemplate(db.sql, templateId)
  if (template === undefined) throw new Refusal('ObjectNotFound')
  return template
}
