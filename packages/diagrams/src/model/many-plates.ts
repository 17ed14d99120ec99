import {
  codesOf,
  type FaceplateUse,
  freeCode,
  gridPx,
  itemsMax,
  type PictureModel,
  type PlacedElement,
} from './diagram-model.ts'
import { rerouted } from './route.ts'

/** A parameter with the device that it is of. */
export interface DeviceChoice {
  id: number
  name: string
  deviceId: number
  deviceName: string
}

/** A device for which a faceplate can be placed, with what is given to it there. */
export interface DeviceFaceplate {
  name: string
  use: FaceplateUse
}

const spacePx = 2 * gridPx

/**
 * The devices that have all parameters of a placed faceplate under the same names, besides its own: those of the same template do. Texts that
 * are the name of the device are that of the other.
 */
export const platesLike = (use: FaceplateUse, choices: readonly DeviceChoice[]): DeviceFaceplate[] => {
  const byId = new Map(choices.map((choice) => [choice.id, choice]))
  const own = Object.entries(use.args).flatMap(([arg, given]) => {
    const param = 'paramId' in given ? byId.get(given.paramId) : undefined
    return param === undefined ? [] : [{ arg, param }]
  })
  const [first] = own
  if (first === undefined || own.some(({ param }) => param.deviceId !== first.param.deviceId)) return []
  const { deviceId: ownId, deviceName: ownName } = first.param
  return [...Map.groupBy(choices, ({ deviceId }) => deviceId)].flatMap(([deviceId, params]) => {
    if (deviceId === ownId) return []
    const byName = new Map(params.map(({ name, id }) => [name, id]))
    const matches = own.map(({ arg, param }) => [arg, byName.get(param.name)] as const)
    if (matches.some(([, paramId]) => paramId === undefined)) return []
    const name = params[0]?.deviceName ?? ''
    const texts = Object.entries(use.args).map(([arg, one]): [string, FaceplateUse['args'][string]] => [
      arg,
      'text' in one && one.text === ownName ? { text: name } : one,
    ])
    const args = Object.fromEntries([...texts, ...matches.map(([arg, paramId]) => [arg, { paramId: paramId ?? 0 }])])
    return [{ name, use: { ...use, args: args as FaceplateUse['args'] } }]
  })
}

/** Places a faceplate for each device, in rows after the existing one; the diagram grows as needed. */
export const withPlates = (
  model: PictureModel,
  item: PlacedElement,
  plates: readonly DeviceFaceplate[],
): PictureModel => {
  const { x, y, width, height } = item.drawn
  const columns = Math.max(1, Math.floor((model.width - x + spacePx) / (width + spacePx)))
  const taken = codesOf(model)
  const made = plates.slice(0, Math.max(0, itemsMax - model.items.length)).map(({ name, use }, at): PlacedElement => {
    const code = freeCode(item.code.replace(/\d+$/, '') || item.code, taken)
    taken.add(code)
    const [column, row] = [(at + 1) % columns, Math.floor((at + 1) / columns)]
    const position = { x: x + column * (width + spacePx), y: y + row * (height + spacePx) }
    return { ...item, code, name, use, drawn: { ...item.drawn, ...position } }
  })
  const bottom = Math.max(0, ...made.map(({ drawn }) => drawn.y + drawn.height + spacePx))
  return rerouted({ ...model, height: Math.max(model.height, bottom), items: [...model.items, ...made] })
}
