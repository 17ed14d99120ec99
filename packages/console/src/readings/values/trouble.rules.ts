import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'

export type PolledDevice = AnswerOf<'links', 'statistics'>['devices'][number]
export type DeviceTrouble = NonNullable<PolledDevice['trouble']>

const isCounted = ({ state, trouble }: PolledDevice): boolean =>
  state !== 'nothing-to-read' && trouble?.kind !== 'paused'

/** Devices of a line that should be read, and those of them that are not. */
export const countsOf = (line: readonly PolledDevice[]): { all: number; silent: number } => {
  const counted = line.filter(isCounted)
  return { all: counted.length, silent: counted.filter(({ trouble }) => trouble !== undefined).length }
}

/** Values of a calculated device are missing because of others: the bus has no verdict about it. */
const notOfBus: ReadonlySet<string | undefined> = new Set(['InputOld', 'InputGone'])

/** The verdict of the bus about a device: about its unit, or about the whole line where that keeps it from being read. */
export const findingOf = (
  { modbusUnitId, trouble }: Pick<PolledDevice, 'modbusUnitId' | 'trouble'>,
  findings: readonly Finding[],
): Finding | undefined => {
  if (trouble?.kind === 'paused' || trouble?.kind === 'unreadable' || notOfBus.has(trouble?.reason)) return undefined
  const own = findings.find(({ unit }) => unit === modbusUnitId)
  // A full line delays reading, it does not prevent it.
  if (own !== undefined || trouble === undefined) return own
  return findings.find(({ unit, rule }) => unit === undefined && rule !== 'overload')
}

export type Diagnosis = AnswerOf<'diagnosis', 'get'>
export type UnitFigures = Diagnosis['units'][number]
export type Finding = Diagnosis['findings'][number]

const refetchInterval = refetchEvery(10_000)

/** How the units of a network answer, and what is wrong. */
export const useDiagnosis = (netId: number): UseQueryResult<Diagnosis> =>
  useQuery({ ...apiQuery('diagnosis', 'get', { netId }), refetchInterval })
