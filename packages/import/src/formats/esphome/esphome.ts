import { DeviceDraft } from '../../plan/device-draft.ts'
import type { Draft } from '../../plan/draft.ts'
import { durationMs } from '../../plan/fields.ts'
import { askNetwork, askUnit } from '../../plan/network-question.ts'
import { ImportProblem, type PlannedNet, type SourceFile } from '../../plan/plan.ts'
import { integerAt, listAt, shownValue, type Tree, textAt } from '../../tree/tree.ts'
import { yamlTree } from '../../tree/yaml-tree.ts'
import { textOf } from '../given-text.ts'
import { components, ofController, writesMultiple } from './components.ts'

/** A name, a number or a unit has no more characters. */
const filledCharsMax = 1000

/** The same tree, in which `${name}` stands for what `substitutions:` says. */
const substituted = (root: Tree): Tree => {
  const names = root.get('substitutions')
  if (names === undefined) return root
  const texts = new Map(names.keys().map((key) => [key, (textAt(names, key) ?? '').slice(0, filledCharsMax)]))
  const fill = (text: string): string => {
    if (text.length > filledCharsMax) return text
    const filled = text.replaceAll(
      /\$\{(\w+)\}|\$(\w+)/g,
      (whole, a?: string, b?: string) => texts.get(a ?? b ?? '') ?? whole,
    )
    return filled.slice(0, filledCharsMax)
  }
  const wrapped = (tree: Tree): Tree => ({
    ...tree,
    text: tree.text === null ? null : fill(tree.text),
    get: (key) => {
      const found = tree.get(key)
      return found && wrapped(found)
    },
    items: () => tree.items().map(wrapped),
  })
  return wrapped(root)
}

/** Default polling period of a controller. */
const usualUpdateMs = 60_000
const controllerKeys = ['id', 'address', 'modbus_id', 'update_interval', 'setup_priority']
/** Keys of the board, without a meaning for registers. */
const ofBoard = new Set([
  'esphome',
  'esp32',
  'esp8266',
  'rp2040',
  'wifi',
  'ethernet',
  'api',
  'ota',
  'logger',
  'web_server',
  'captive_portal',
  'substitutions',
  'uart',
  'modbus',
  'modbus_controller',
  'time',
  'packages',
  'external_components',
])

export const isEspHome = (text: string): boolean => /^[ \t]*modbus_controller[ \t]*:/m.test(text)

/** Reads `modbus_controller:` of a configuration of ESPHome, and what is read through it. */
export const readEspHome = (draft: Draft, files: readonly SourceFile[]): void => {
  let controllerCount = 0
  for (const file of files) {
    const root = substituted(yamlTree(file.name, textOf(file)))
    const controllers = listAt(root, 'modbus_controller')
    controllerCount += controllers.length
    noteSections(draft, root)
    const nets = new Map<string, PlannedNet>()
    const found = Object.entries(components).flatMap(([section, read]) =>
      ofController(root, section).map((tree) => ({ tree, read, id: textAt(tree, 'modbus_controller_id') })),
    )
    for (const controller of controllers) readController(draft, root, controller, found, nets)
  }
  if (controllerCount === 0) throw new ImportProblem('there is no "modbus_controller:" in it')
}

const noteSections = (draft: Draft, root: Tree): void => {
  for (const section of root.keys()) {
    if (ofBoard.has(section)) continue
    const others = listAt(root, section).filter(
      (tree) => textAt(tree, 'platform') !== 'modbus_controller' || components[section] === undefined,
    )
    if (others.length > 0) draft.note(others[0] ?? root, 'left-out', 'section-left-out', { section }, others.length)
  }
}

interface Component {
  tree: Tree
  read: (typeof components)[string]
  /** Its controller; where there is one controller, it need not be named. */
  id: string | undefined
}

const readController = (
  draft: Draft,
  root: Tree,
  controller: Tree,
  all: readonly Component[],
  nets: Map<string, PlannedNet>,
): void => {
  for (const option of controller.keys()) {
    if (controllerKeys.includes(option)) continue
    draft.note(controller.get(option) ?? controller, 'left-out', 'option-left-out', {
      option,
      value: shownValue(controller.get(option)),
    })
  }
  const id = textAt(controller, 'id') ?? ''
  const name = id || textAt(root.get('esphome') ?? root, 'friendly_name', 'name') || 'ESPHome'
  const key = textAt(controller, 'modbus_id') ?? 'modbus'
  const net = nets.get(key) ?? networkOf(draft, root, controller, key, name)
  if (net === null) return
  if (!nets.has(key)) draft.networks.push(net)
  nets.set(key, net)
  const unit = integerAt(controller, 'address') ?? 0
  const unitId = unit > 0 ? unit : askUnit(draft, name, name)
  if (unitId === null) return
  const device = new DeviceDraft(draft, controller, { net: net.key, name, unit: unitId })
  const updateMs = durationMs(textAt(controller, 'update_interval') ?? '', 'ms') ?? usualUpdateMs
  for (const { tree, read, id: owner } of all) {
    if ((owner ?? id) !== id) continue
    if (writesMultiple(tree)) device.isAlways16 = true
    read({ draft, device, tree, updateMs })
  }
  device.finish()
}

/** The board has a serial line of its own: where devices are now only a person knows. */
const networkOf = (draft: Draft, root: Tree, controller: Tree, key: string, name: string): PlannedNet | null => {
  const [uart] = listAt(root, 'uart')
  if (uart !== undefined) {
    const line = ['baud_rate', 'data_bits', 'parity', 'stop_bits']
      .flatMap((option) => textAt(uart, option) ?? [])
      .join(' ')
    draft.note(controller, 'info', 'serial-line', { line })
  }
  return askNetwork(draft, key, name, null)
}
