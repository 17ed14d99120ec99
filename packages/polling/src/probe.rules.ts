import { isBitKind, type RegisterKind, type Request } from '@busbar/modbus'

interface Group {
  kind: RegisterKind
  address: number
  count: number
}

export const functions = { coil: 1, 'discrete-input': 2, holding: 3, input: 4 } as const satisfies Record<
  RegisterKind,
  Request['fn']
>

const addresses = 65_536
const registersMax = 125

/**
 * One short read that shows whether a unit answers. Its answer has another length than those of the reads that poll the unit: when it comes
 * late, it does no harm. It lies within what is polled where that can be, else it is a little longer: to be refused is an answer, too.
 */
export const probeOf = (groups: readonly Group[], turn: number) => {
  const taken = new Set(groups.map(({ kind, count }) => `${kind} ${lengthOf(kind, count)}`))
  const isFree = (kind: RegisterKind, count: number): boolean => !taken.has(`${kind} ${lengthOf(kind, count)}`)
  const inTurn = groups.map((_, at) => groups[(at + turn) % groups.length] as Group)
  for (const { kind, address, count } of inTurn) {
    for (let part = 1; part < count; part += stepOf(kind))
      if (isFree(kind, part)) return { fn: functions[kind], address, count: part }
  }
  const [first] = inTurn
  if (first === undefined) return null
  const { kind, address, count } = first
  let longer = count
  while (!isFree(kind, longer) && longer < registersMax) longer += stepOf(kind)
  return { fn: functions[kind], address: Math.min(address, addresses - longer), count: longer }
}

/** Of the answer, in registers or bytes of bits. */
const lengthOf = (kind: RegisterKind, count: number): number => Math.ceil(count / stepOf(kind))
const stepOf = (kind: RegisterKind): number => (isBitKind(kind) ? 8 : 1)
