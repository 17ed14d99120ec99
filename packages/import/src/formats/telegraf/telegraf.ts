import { type RegisterKind } from '@busbar/modbus'
import { parse, TomlError } from 'smol-toml'
import { DeviceDraft } from '../../plan/device-draft.ts'
import type { Draft } from '../../plan/draft.ts'
import { durationMs } from '../../plan/fields.ts'
import { askNetwork, askUnit } from '../../plan/network-question.ts'
import { ImportProblem, type PlannedNet, type Protocol, type SourceFile } from '../../plan/plan.ts'
import { clampedTimeout } from '../../plan/timeout.ts'
import { plainTree } from '../../tree/plain-tree.ts'
import { integerAt, listAt, shownValue, type Tree, textAt } from '../../tree/tree.ts'
import { textOf } from '../given-text.ts'
import { readField, readRegister } from './fields.ts'

const pluginKeys = new Set([
  'name',
  'name_override',
  'alias',
  'slave_id',
  'timeout',
  'interval',
  'controller',
  'transmission_mode',
  'configuration_type',
  'baud_rate',
  'data_bits',
  'parity',
  'stop_bits',
  'discrete_inputs',
  'coils',
  'holding_registers',
  'input_registers',
  'request',
  'metric',
  'tags',
])
const tables: readonly [string, RegisterKind][] = [
  ['coils', 'coil'],
  ['discrete_inputs', 'discrete-input'],
  ['holding_registers', 'holding'],
  ['input_registers', 'input'],
]

const pluginHead = /^[ \t]*\[\[[ \t]*inputs\.modbus[ \t]*\]\]/m

export const isTelegraf = (text: string): boolean => pluginHead.test(text)

/** Reads `[[inputs.modbus]]` of configurations, in each of its three styles. */
export const readTelegraf = (draft: Draft, files: readonly SourceFile[]): void => {
  const reader = new TelegrafReader(draft)
  for (const file of files) reader.read(file.name, textOf(file))
  reader.finish()
}

/** The plugin of a request, and its period. */
interface Plugin {
  tree: Tree
  net: PlannedNet
  name: string
  periodMs: number | null
}

class TelegrafReader {
  readonly #draft: Draft
  readonly #nets = new Map<string, PlannedNet>()
  readonly #devices = new Map<string, DeviceDraft>()
  #plugins = 0

  constructor(draft: Draft) {
    this.#draft = draft
  }

  read(file: string, text: string): void {
    const root = tomlTree(file, text)
    const lines = pluginLines(text)
    const inputs = root.get('inputs')
    for (const key of inputs?.keys() ?? []) {
      if (key !== 'modbus') this.#draft.note(root, 'left-out', 'section-left-out', { section: `inputs.${key}` })
    }
    const agentMs = durationMs(textAt(root.get('agent') ?? root, 'interval') ?? '')
    for (const [at, plain] of (inputs === undefined ? [] : listAt(inputs, 'modbus')).entries()) {
      this.#plugins += 1
      this.#plugin(withLine(plain, lines[at] ?? null), agentMs)
    }
  }

  finish(): void {
    if (this.#plugins === 0) throw new ImportProblem('there is no [[inputs.modbus]] in it')
    for (const device of this.#devices.values()) device.finish()
  }

  #plugin(tree: Tree, agentMs: number | null): void {
    for (const option of tree.keys()) {
      if (pluginKeys.has(option)) continue
      this.#draft.note(tree, 'left-out', 'option-left-out', { option, value: shownValue(tree.get(option)) })
    }
    const controller = textAt(tree, 'controller') ?? ''
    const name = textAt(tree, 'name', 'name_override', 'alias') ?? controller
    const net = this.#network(tree, controller, name)
    if (net === null) return
    const own = textAt(tree, 'interval')
    const plugin = { tree, net, name, periodMs: own === undefined ? agentMs : durationMs(own) }
    for (const [section, kind] of tables) {
      const registers = listAt(tree, section)
      const device = registers.length === 0 ? null : this.#device(plugin, integerAt(tree, 'slave_id'))
      if (device === null) continue
      for (const register of registers) readRegister(this.#draft, device, register, kind, plugin.periodMs)
    }
    for (const style of ['request', 'metric'] as const) {
      for (const request of listAt(tree, style)) {
        const device = this.#device(plugin, integerAt(request, 'slave_id') ?? integerAt(tree, 'slave_id'))
        if (device !== null) this.#request(device, request, plugin.periodMs)
      }
    }
  }

  #request(device: DeviceDraft, request: Tree, periodMs: number | null): void {
    const known = ['slave_id', 'byte_order', 'register', 'measurement', 'fields', 'tags']
    for (const option of request.keys()) {
      if (known.includes(option)) continue
      this.#draft.note(request, 'left-out', 'option-left-out', { option, value: shownValue(request.get(option)) })
    }
    for (const field of listAt(request, 'fields')) readField(this.#draft, device, request, field, periodMs)
  }

  /** A unit that several plugins read is one device. */
  #device({ tree, net, name }: Plugin, unit: number | null): DeviceDraft | null {
    const unitId = unit !== null && unit > 0 ? unit : askUnit(this.#draft, `${net.key} ${name}`, name)
    if (unitId === null) return null
    const key = `${net.key} ${unitId}`
    const known = this.#devices.get(key)
    if (known !== undefined) return known
    const device = new DeviceDraft(this.#draft, tree, {
      net: net.key,
      name: [...this.#devices.values()].some((one) => one.name === name) ? `${name} ${unitId}` : name,
      unit: unitId,
    })
    this.#devices.set(key, device)
    return device
  }

  #network(tree: Tree, controller: string, name: string): PlannedNet | null {
    const mode = textAt(tree, 'transmission_mode') ?? 'auto'
    const key = `${controller} ${mode}`.trim()
    const known = this.#nets.get(key)
    if (known !== undefined) return known
    const timeoutMs = clampedTimeout(this.#draft, tree, durationMs(textAt(tree, 'timeout') ?? ''))
    const net = this.#newNetwork(tree, { key, name, controller, mode, timeoutMs })
    if (net === null) return null
    this.#nets.set(key, net)
    this.#draft.networks.push(net)
    return net
  }

  #newNetwork(
    tree: Tree,
    netFields: { key: string; name: string; controller: string; mode: string; timeoutMs: number | null },
  ): PlannedNet | null {
    const { key, name, controller, mode, timeoutMs } = netFields
    const [, host, port = '502'] = /^tcp:\/\/(\[[^\]]+\]|[^:/]+)(?::(\d{1,5}))?\/?$/.exec(controller) ?? []
    if (host !== undefined) {
      const protocol = protocols[mode.toLowerCase()] ?? 'modbustcp'
      return {
        key,
        name,
        existingId: null,
        protocol,
        host: host.replaceAll(/[[\]]/g, ''),
        port: Number(port),
        timeoutMs,
      }
    }
    if (!/^file:\/\/|^COM\d|^\/dev\//i.test(controller)) {
      this.#draft.note(tree, 'left-out', 'network-left-out', { name, type: controller })
      return null
    }
    const line = ['baud_rate', 'data_bits', 'parity', 'stop_bits']
      .map((option) => textAt(tree, option) ?? '?')
      .join(' ')
    this.#draft.note(tree, 'info', 'serial-line', { line })
    return askNetwork(this.#draft, key, name, timeoutMs)
  }
}

const protocols: Readonly<Record<string, Protocol>> = {
  auto: 'modbustcp',
  tcp: 'modbustcp',
  rtuovertcp: 'rtu-over-tcp',
  asciiovertcp: 'ascii-over-tcp',
}

const tomlTree = (file: string, text: string): Tree => {
  try {
    return plainTree(file, parse(text), '', null)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new ImportProblem(`${file}:${error.line}:${error.column}: ${error.message.split('\n', 1)[0]}`)
  }
}

/** The parser gives no places: notes name the line where their plugin begins. */
const pluginLines = (text: string): number[] =>
  text.split('\n').flatMap((line, at) => (pluginHead.test(line) ? [at + 1] : []))

const withLine = (tree: Tree, line: number | null): Tree => ({
  ...tree,
  line,
  get: (key) => {
    const found = tree.get(key)
    return found && withLine(found, line)
  },
  items: () => tree.items().map((item) => withLine(item, line)),
})
