import type { AnswerOf } from '../../data/api/api-query.ts'
import type { Searchable } from '../../data/format/search.rules.ts'

/** A parameter that can be chosen, with where it is. */
export interface ParamChoice extends Searchable {
  id: number
  name: string
  /** Empty where it has none, as is `unit`. */
  label: string
  deviceId: number
  deviceName: string
  netName: string
  unit: string
  isTracked: boolean
  isProgrammable: boolean
}

/** All parameters of an organization, in the order of its networks and devices. */
export const choicesOf = (tree: AnswerOf<'nets', 'tree'>): ParamChoice[] =>
  Object.values(tree).flatMap(({ name: netName, devices }) =>
    Object.entries(devices).flatMap(([deviceId, { name: deviceName, parameters }]) =>
      Object.entries(parameters).map(([id, { name, fullName, slug, label, unitName, isTracked, isProgrammable }]) => ({
        id: Number(id),
        name,
        label: label ?? '',
        deviceId: Number(deviceId),
        deviceName,
        netName,
        path: [netName, deviceName, name],
        unit: unitName ?? '',
        isTracked,
        isProgrammable,
        words: [name, fullName, slug, label, deviceName, netName, id].join(' ').toLowerCase(),
      })),
    ),
  )

/** Formats a choice on one line. */
export const choiceText = ({ deviceName, name }: Pick<ParamChoice, 'deviceName' | 'name'>): string =>
  `${deviceName} · ${name}`
