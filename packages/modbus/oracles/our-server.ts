import { answerFrom, exceptionPdu, MemoryBank } from '../src/index.ts'
import { listen } from '../src/net/index.ts'

const gatewayTargetFailed = 11
export const tableSize = 1000

/** Our server, which remembers what functions it was asked. */
export interface OracleServer {
  port: number
  /** Register banks by unit. */
  banks: ReadonlyMap<number, MemoryBank>
  requestedFunctions: readonly number[]
}

/** Every table filled, and each differently. */
const filledBank = (unit: number): MemoryBank => {
  const bank = new MemoryBank({ size: tableSize, identity: { 0: 'Busbar', 1: `unit ${unit}` } })
  for (let i = 0; i < tableSize; i += 1) {
    bank.holding[i] = (unit + i) * 40_503
    bank.input[i] = (unit + i) * 30_011
    bank.coil[i] = Number((unit + i) % 3 === 0)
    bank['discrete-input'][i] = Number((unit + i) % 5 < 2)
  }
  return bank
}

/** Runs our server for as long as `use` takes. */
export const withOurServer = async (use: (server: OracleServer) => Promise<void>): Promise<void> => {
  const banks = new Map([1, 255].map((unit) => [unit, filledBank(unit)]))
  const requestedFunctions: number[] = []
  const handler = (unit: number, pdu: Uint8Array): Uint8Array => {
    const bank = banks.get(unit)
    requestedFunctions.push(pdu[0] ?? 0)
    return bank === undefined ? exceptionPdu(pdu[0] ?? 0, gatewayTargetFailed) : answerFrom(bank, pdu)
  }
  const listener = await listen({ port: 0, envelope: 'tcp', handler })
  try {
    await use({ port: listener.port, banks, requestedFunctions })
  } finally {
    await listener.close()
  }
}
