import { DeviceDraft } from '../../plan/device-draft.ts'
import type { Draft } from '../../plan/draft.ts'
import { durationMs } from '../../plan/fields.ts'
import { askNetwork, askUnit } from '../../plan/network-question.ts'
import { ImportProblem, type PlannedNet, type Protocol, type SourceFile } from '../../plan/plan.ts'
import { clampedTimeout } from '../../plan/timeout.ts'
import { integerAt, listAt, shownValue, type Tree, textAt } from '../../tree/tree.ts'
import { yamlTree } from '../../tree/yaml-tree.ts'
import { textOf } from '../given-text.ts'
import { type EntityContext, readBinarySensor, readClimate, readSensor, readSwitch } from './entities.ts'

/** The same tree, in which `!secret name` stands for what `secrets.yaml` or a person says. Other tags have no value. */
const withSecrets = (draft: Draft, secrets: readonly Tree[], tree: Tree): Tree => {
  const wrapped = (one: Tree): Tree => withSecrets(draft, secrets, one)
  const inner = {
    ...tree,
    get: (key: string) => {
      const found = tree.get(key)
      return found && wrapped(found)
    },
    items: () => tree.items().map(wrapped),
  }
  if (tree.tag === null) return inner
  if (tree.tag !== '!secret' || tree.text === null) {
    draft.note(tree, 'left-out', 'code-left-out', { option: `${tree.tag} ${tree.text ?? ''}`.trim() })
    return { ...inner, kind: 'none', text: null }
  }
  const name = tree.text
  const known = secrets.map((file) => textAt(file, name)).find((text) => text !== undefined)
  // A template needs neither addresses nor passwords.
  if (known === undefined && draft.context.isTemplatesOnly) return { ...inner, kind: 'none', text: null, tag: null }
  const text = known ?? draft.ask({ id: `secret:${name}`, code: 'secret', args: { name }, isFree: true })
  return { ...inner, text, tag: null }
}

/** A secret that was not told yet: what depends on it waits for the answer. */
const isOpenSecret = (tree: Tree | undefined): boolean => tree?.kind === 'scalar' && tree.text === null

const readers: Readonly<Record<string, (context: EntityContext, tree: Tree) => void>> = {
  sensors: readSensor,
  binary_sensors: readBinarySensor,
  switches: readSwitch,
  climates: readClimate,
}
const protocols: Readonly<Record<string, Protocol>> = { tcp: 'modbustcp', rtuovertcp: 'rtu-over-tcp' }
const hubKeys = [
  'name',
  'type',
  'host',
  'port',
  'timeout',
  'retries',
  'baudrate',
  'bytesize',
  'method',
  'parity',
  'stopbits',
  ...Object.keys(readers),
]

/** Returns whether a text is a configuration of Home Assistant with devices. */
export const isHomeAssistant = (text: string): boolean =>
  /^[ \t]*modbus[ \t]*:/m.test(text) && /^[ \t]*(?:sensors|binary_sensors|switches|climates)[ \t]*:/m.test(text)

/** Reads `modbus:` of a configuration, or a file that is included there. */
export const readHomeAssistant = (draft: Draft, files: readonly SourceFile[]): void => {
  const isSecrets = ({ name }: SourceFile): boolean => /(?:^|\/)secrets\.ya?ml$/.test(name)
  const secrets = files.filter(isSecrets).map((file) => yamlTree(file.name, textOf(file)))
  let found = 0
  for (const file of files.filter((one) => !isSecrets(one))) {
    const root = withSecrets(draft, secrets, yamlTree(file.name, textOf(file)))
    const hubs = hubsIn(draft, root)
    for (const [at, hub] of hubs.entries()) readHub(draft, hub, `${found + at + 1}`)
    found += hubs.length
  }
  if (found === 0) throw new ImportProblem('there is no "modbus:" with a list of hubs in it')
}

/** The list under `modbus:`; the list itself where the file is one that is included. */
const hubsIn = (draft: Draft, root: Tree): Tree[] => {
  if (root.kind === 'list') return root.items()
  for (const key of root.keys()) {
    if (key === 'modbus') continue
    const other = root.get(key)
    const count = other?.kind === 'list' ? other.items().length : 1
    draft.note(other ?? root, 'left-out', 'section-left-out', { section: key }, count)
  }
  return listAt(root, 'modbus')
}

const readHub = (draft: Draft, hub: Tree, key: string): void => {
  for (const option of hub.keys()) {
    if (hubKeys.includes(option)) continue
    const value = hub.get(option)
    if (value?.kind === 'list')
      draft.note(value, 'left-out', 'section-left-out', { section: option }, value.items().length)
    else draft.note(value ?? hub, 'left-out', 'option-left-out', { option, value: shownValue(value) })
  }
  const name = textAt(hub, 'name') ?? textAt(hub, 'host') ?? `modbus ${key}`
  const net = networkOf(draft, hub, key, name)
  if (net === null) return
  draft.networks.push(net)
  const entities = Object.entries(readers).flatMap(([section, read]) =>
    listAt(hub, section).flatMap((tree) => {
      const isAwaited = ['slave', 'device_address'].some((option) => isOpenSecret(tree.get(option)))
      return isAwaited ? [] : [{ tree, read, unit: integerAt(tree, 'slave', 'device_address') ?? 0 }]
    }),
  )
  for (const [unit, group] of Map.groupBy(entities, (entity) => entity.unit)) {
    const unitId = unit > 0 ? unit : askUnit(draft, key, name)
    if (unitId === null) continue
    const device = new DeviceDraft(draft, hub, { net: net.key, name: `${name} ${unitId}`, unit: unitId })
    device.retries = integerAt(hub, 'retries')
    for (const { tree, read } of group) read({ draft, device }, tree)
    device.finish()
  }
}

const networkOf = (draft: Draft, hub: Tree, key: string, name: string): PlannedNet | null => {
  const type = textAt(hub, 'type') ?? 'tcp'
  const timeoutMs = clampedTimeout(draft, hub, durationMs(textAt(hub, 'timeout') ?? ''))
  const protocol = protocols[type]
  if (protocol !== undefined) {
    if (isOpenSecret(hub.get('host'))) return null
    const host = textAt(hub, 'host') ?? null
    if (host === null && !draft.context.isTemplatesOnly) return askNetwork(draft, key, name, timeoutMs)
    return { key, name, existingId: null, protocol, host, port: integerAt(hub, 'port') ?? 502, timeoutMs }
  }
  if (type === 'serial') {
    const line = ['baudrate', 'bytesize', 'parity', 'stopbits'].map((option) => textAt(hub, option) ?? '?').join(' ')
    draft.note(hub, 'info', 'serial-line', { line })
    return askNetwork(draft, key, name, timeoutMs)
  }
  draft.note(hub, 'left-out', 'network-left-out', { name, type })
  return null
}
