import type { ByteOrder } from '@busbar/modbus'
import { DeviceDraft } from '../../plan/device-draft.ts'
import type { Draft } from '../../plan/draft.ts'
import { durationMs } from '../../plan/fields.ts'
import { askNetwork, askUnit } from '../../plan/network-question.ts'
import { ImportProblem, type PlannedNet, type SourceFile } from '../../plan/plan.ts'
import { clampedTimeout } from '../../plan/timeout.ts'
import { integerAt, listAt, shownValue, type Tree, textAt } from '../../tree/tree.ts'
import { yamlTree } from '../../tree/yaml-tree.ts'
import { textOf } from '../given-text.ts'
import { addEntries, isSingleRegister16, type RegisterEntry, readEntry } from './entries.ts'

const slaveKeys = new Set([
  'host',
  'port',
  'type',
  'method',
  'timeout',
  'byteOrder',
  'wordOrder',
  'retries',
  'pollPeriod',
  'unitId',
  'deviceName',
  'deviceType',
  'baudrate',
  'bytesize',
  'parity',
  'stopbits',
  'attributes',
  'timeseries',
  'attributeUpdates',
  'rpc',
])
const entriesMax = 10_000
const orders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const

export const isThingsBoard = (text: string): boolean =>
  /^\s*\{/.test(text) && /"(?:slaves|servers)"\s*:/.test(text) && /"unitId"/.test(text)

/** Reads `modbus.json` of the ThingsBoard gateway. */
export const readThingsBoard = (draft: Draft, files: readonly SourceFile[]): void => {
  const nets = new Map<string, PlannedNet>()
  let found = 0
  for (const file of files) {
    const root = yamlTree(file.name, textOf(file))
    for (const section of root.keys()) {
      if (section !== 'master') draft.note(root.get(section) ?? root, 'left-out', 'section-left-out', { section })
    }
    const slaves = listAt(root.get('master') ?? root, 'slaves')
    for (const slave of slaves) readSlave(draft, nets, slave)
    found += slaves.length
  }
  if (found === 0) throw new ImportProblem('there is no "master" with "slaves" in it')
}

const readSlave = (draft: Draft, nets: Map<string, PlannedNet>, slave: Tree): void => {
  for (const option of slave.keys()) {
    if (slaveKeys.has(option)) continue
    draft.note(slave.get(option) ?? slave, 'left-out', 'option-left-out', {
      option,
      value: shownValue(slave.get(option)),
    })
  }
  const name = textAt(slave, 'deviceName') ?? 'Device'
  const net = networkOf(draft, nets, slave, name)
  const order = orderOf(draft, slave, name)
  const unit = integerAt(slave, 'unitId') ?? 0
  const unitId = unit > 0 ? unit : askUnit(draft, name, name)
  if (net === null || unitId === null) return
  const device = new DeviceDraft(draft, slave, { net: net.key, name, unit: unitId })
  device.periodMs = durationMs(textAt(slave, 'pollPeriod') ?? '', 'ms')
  device.retries = integerAt(slave, 'retries')
  const sections = (['attributes', 'timeseries'] as const).flatMap((section) => listAt(slave, section))
  const written = (['attributeUpdates', 'rpc'] as const).flatMap((section) => {
    const of = slave.get(section)
    return of?.kind === 'map' ? of.keys().flatMap((key) => of.get(key) ?? []) : listAt(slave, section)
  })
  let count = 0
  const entries = (trees: readonly Tree[], isWrite: boolean): RegisterEntry[] =>
    trees.flatMap((tree) => {
      const entry = readEntry(draft, tree, { order, isWrite })
      // An entry can contain two thousand bits.
      count += entry?.params.length ?? 0
      if (count > entriesMax) throw new ImportProblem(`${tree.file}: a device has at most ${entriesMax} entries`)
      return entry ?? []
    })
  const writeEntries = entries(written, true)
  const writes = writeEntries.filter(({ functionCode }) => functionCode > 4)
  device.isAlways16 = writes.some(isSingleRegister16)
  addEntries(
    draft,
    device,
    [...entries(sections, false), ...writeEntries.filter(({ functionCode }) => functionCode <= 4)],
    writes,
  )
  device.finish()
}

const networkOf = (draft: Draft, nets: Map<string, PlannedNet>, slave: Tree, name: string): PlannedNet | null => {
  const [type, method] = [textAt(slave, 'type') ?? 'tcp', textAt(slave, 'method') ?? 'socket']
  const [host, port] = [textAt(slave, 'host'), textAt(slave, 'port') ?? '502']
  const key = [type, method, host ?? '', port].join(' ')
  const known = nets.get(key)
  if (known !== undefined) return known
  const timeoutMs = clampedTimeout(draft, slave, durationMs(textAt(slave, 'timeout') ?? ''))
  if (type === 'udp' || type === 'tls') {
    draft.note(slave, 'left-out', 'network-left-out', { name, type })
    return null
  }
  if (type === 'serial') {
    const line = ['baudrate', 'bytesize', 'parity', 'stopbits'].map((option) => textAt(slave, option) ?? '?').join(' ')
    draft.note(slave, 'info', 'serial-line', { line })
  }
  const protocol = method === 'rtu' ? 'rtu-over-tcp' : method === 'ascii' ? 'ascii-over-tcp' : 'modbustcp'
  const net =
    type === 'serial' || host === undefined
      ? askNetwork(draft, type === 'serial' ? `serial ${port}` : name, name, timeoutMs)
      : ({ key, name: host, existingId: null, protocol, host, port: Number(port), timeoutMs } as const)
  if (net === null) return null
  nets.set(key, net)
  draft.networks.push(net)
  return net
}

/** Bytes in little order mean different things in versions of the gateway: what is assumed can be changed. */
const orderOf = (draft: Draft, slave: Tree, name: string): ByteOrder => {
  const [byte, word] = [textAt(slave, 'byteOrder') ?? 'LITTLE', textAt(slave, 'wordOrder') ?? 'LITTLE']
  const isLittleWord = word.toUpperCase() === 'LITTLE'
  if (byte.toUpperCase() !== 'LITTLE') return isLittleWord ? 'CDAB' : 'ABCD'
  const usual = isLittleWord ? 'DCBA' : 'BADC'
  const choices = orders.map((value) => ({ value, label: value }))
  const answer = draft.ask({ id: `byte-order:${name}`, code: 'byte-order', args: { name }, choices, default: usual })
  const is = orders.find((one) => one === answer) ?? usual
  draft.note(slave, 'info', 'order-guessed', { is })
  return is
}
