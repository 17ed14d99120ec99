import { plainAddress } from '@busbar/kit/net'
import { behindNat64, isThisMachine } from './address-rule.ts'

/** Address and port of a connection. */
export interface Endpoint {
  /** As claims know it: one endpoint has one name, however its address was written. */
  readonly name: string
  readonly address: string
  readonly port: number
}

/** An IPv4 address inside IPv6 is that address, and this machine is one endpoint under all its addresses. */
export const endpointOf = (address: string, port: number, ownAddresses: readonly string[]): Endpoint => {
  const outer = plainAddress(address) ?? address
  const plain = behindNat64(outer) ?? outer
  return named(isThisMachine(plain, ownAddresses) ? '127.0.0.1' : plain, port)
}

/** Endpoint of a stored address. */
export const storedEndpoint = (address: string, port: number): Endpoint => named(plainAddress(address) ?? address, port)

const named = (address: string, port: number): Endpoint => ({ name: `${address} ${port}`, address, port })
