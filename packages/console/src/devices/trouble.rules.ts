import type { AnswerOf } from '../api/api-query.ts'
import type { Texts } from '../texts/texts.ts'

export type PolledDevice = AnswerOf<'links', 'statistics'>['devices'][number]
export type DeviceTrouble = NonNullable<PolledDevice['trouble']>

type CheckHint = keyof Texts['trouble']['looks']

/** How far a trouble goes on its line: one device among others that answer, several, all, or the only one there is. */
export type TroubleExtent = 'alone' | 'some' | 'all' | 'only'

const isCounted = ({ state, trouble }: PolledDevice): boolean =>
  state !== 'nothing-to-read' && trouble?.kind !== 'paused'

/** Devices of a line that should be read, and those of them that are not. */
export const countsOf = (line: readonly PolledDevice[]): { all: number; silent: number } => {
  const counted = line.filter(isCounted)
  return { all: counted.length, silent: counted.filter(({ trouble }) => trouble !== undefined).length }
}

export const extentOf = (line: readonly PolledDevice[]): TroubleExtent => {
  const { all, silent } = countsOf(line)
  if (all <= 1) return 'only'
  if (silent === all) return 'all'
  return silent === 1 ? 'alone' : 'some'
}

const ofDevice: readonly CheckHint[] = ['power', 'plug', 'unit']
const ofLine: readonly CheckHint[] = ['panelPower', 'line', 'speed']

/** What to look at, the most likely first. */
export const checkHints = ({ kind, reason }: DeviceTrouble, extent: TroubleExtent): readonly CheckHint[] => {
  switch (kind) {
    case 'paused':
      return []
    case 'gateway-away':
      return ['gatewayPower', 'internet', 'moved']
    case 'link-down':
      return ['gatewayPower', 'address', 'firewall']
    case 'refused':
      return ['template', 'firmware']
    case 'unreadable':
      return ['unitZero', 'format']
    case 'no-answer':
      if (reason === 'Crc' || reason === 'Malformed') return ['twins', 'termination', 'speed']
      return extent === 'all' ? ofLine : extent === 'some' ? ['panelPower', 'plug', 'line'] : ofDevice
  }
}
