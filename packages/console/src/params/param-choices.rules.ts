import type { AnswerOf } from '../api/api-query.ts'

/** A parameter that can be chosen, with where it is. */
export interface ParamChoice {
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
  /** All words by which it is found, in lower case. */
  words: string
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
        unit: unitName ?? '',
        isTracked,
        isProgrammable,
        words: [name, fullName, slug, label, deviceName, netName, id].join(' ').toLowerCase(),
      })),
    ),
  )

/** Whether each word that was typed is somewhere in its names. */
export const isChoiceFound = ({ words }: ParamChoice, typed: string): boolean =>
  typed
    .toLowerCase()
    .split(/[\s,·]+/)
    .every((word) => words.includes(word))

/** How it is named where only one line is free. */
export const choiceText = ({ deviceName, name }: Pick<ParamChoice, 'deviceName' | 'name'>): string =>
  `${deviceName} · ${name}`
