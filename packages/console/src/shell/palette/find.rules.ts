import type { AnswerOf } from '../../data/api/api-query.ts'
import type { Searchable } from '../../data/format/search.rules.ts'

/** A network, a device or a parameter, with where it is. */
export interface SearchTarget extends Searchable {
  kind: 'net' | 'device' | 'param'
  id: number
  name: string
  /** Names of its containers, nearest first. */
  where: readonly string[]
  /** Modbus unit of a device. */
  unit?: number
  /** Parameters of a device, to read all of them. */
  paramIds: readonly number[]
}

const wordsOf = (...parts: readonly (string | undefined)[]): string => parts.join(' ').toLowerCase()

/** All that an organization has, networks and devices before parameters. */
export const searchTargets = (
  tree: AnswerOf<'nets', 'tree'>,
  cards: AnswerOf<'cards', 'list'> = { nets: [], devices: [] },
): readonly SearchTarget[] => {
  const netTags = new Map(cards.nets.map(({ netId, tags, groupName }) => [String(netId), [...tags, groupName]]))
  const deviceTags = new Map(
    cards.devices.map(({ deviceId, tags, groupName }) => [String(deviceId), [...tags, groupName]]),
  )
  const objects: SearchTarget[] = []
  const params: SearchTarget[] = []
  for (const [netId, net] of Object.entries(tree)) {
    const netWords = wordsOf(net.name, net.slug, net.mac, net.ip, ...(netTags.get(netId) ?? []))
    objects.push({
      kind: 'net',
      id: Number(netId),
      name: net.name,
      where: [],
      path: [net.name],
      paramIds: [],
      words: netWords,
    })
    for (const [deviceId, device] of Object.entries(net.devices)) {
      const paramIds = Object.keys(device.parameters).map(Number)
      const unit = device.modbusUnitId
      const words = wordsOf(device.name, device.slug, net.name, ...(deviceTags.get(deviceId) ?? []))
      objects.push({
        kind: 'device',
        id: Number(deviceId),
        name: device.name,
        where: [net.name],
        path: [net.name, device.name],
        unit,
        paramIds,
        words,
      })
      for (const [paramId, { name, fullName, slug, label }] of Object.entries(device.parameters)) {
        params.push({
          kind: 'param',
          id: Number(paramId),
          name,
          where: [device.name, net.name],
          path: [net.name, device.name, name],
          label,
          paramIds: [Number(paramId)],
          words: wordsOf(name, fullName, slug, label, device.name, net.name),
        })
      }
    }
  }
  return [...objects, ...params]
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,:.]+/)
    .filter((word) => word !== '')

/** Removes the words of commands: `mute pump` becomes `pump`. */
export const withoutVerbs = (typed: string, commands: readonly string[]): string => {
  const verbs = commands.flatMap(wordsIn)
  return wordsIn(typed)
    .filter((word) => !verbs.some((verb) => verb.startsWith(word)))
    .join(' ')
}
