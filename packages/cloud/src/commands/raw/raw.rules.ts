import { type RegisterKind, readMax } from '@busbar/modbus'
import { isPassword } from '../../devices/nets/nets.rules.ts'

/** An error and its field. */
interface Problem {
  field: string
  message: string
}

const addressesMax = 65_536
const bits = 'must be 0 or 1, or false or true, each'
const writeMax = { holding: 123, coil: 1968 } as const

/** More than one request can read, or past the last address. */
export const readProblemOf = (request: {
  address: number
  kind: RegisterKind
  registersNum: number
}): Problem | null => {
  const most = readMax(request.kind)
  if (request.registersNum > most)
    return { field: 'registersNum', message: `must be at most ${most} for ${request.kind}` }
  return request.address + request.registersNum > addressesMax ? pastLastAddress('registersNum') : null
}

export const writeProblemOf = (request: {
  address: number
  kind: 'holding' | 'coil'
  values: readonly (number | boolean)[]
}): Problem | null => {
  const { address, kind, values } = request
  const most = writeMax[kind]
  if (values.length > most) return { field: 'values', message: `must be at most ${most} for ${kind}` }
  if (kind === 'coil' && values.some((value) => Number(value) > 1)) return { field: 'values', message: bits }
  if (kind === 'holding' && values.some((value) => typeof value === 'boolean'))
    return { field: 'values', message: 'must be numbers for holding' }
  return address + values.length > addressesMax ? pastLastAddress('values') : null
}

const pastLastAddress = (field: string): Problem => ({ field, message: 'must end at address 65535 at the latest' })

/** As a network keeps them, and the empty one, which drops the rights. */
export const isRawPassword = (text: string): boolean => text === '' || isPassword(text)
