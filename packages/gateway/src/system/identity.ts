import { join } from 'node:path'
import { keepFile, readKept } from '../kept-file.ts'
import { firstReal, type Interface, isUnique, macFrom } from './interface.rules.ts'
import { type KeyPair, keyPairIn, sealKeyIn } from './keys.ts'
import { product } from './product.ts'

/** Who this gateway is: what it is built from, its address, and keys of its own. */
export interface Identity {
  readonly product: typeof product
  /** Lower case, with colons. */
  readonly mac: string
  /** A maker gave it; otherwise another box may have the same. */
  readonly isMacUnique: boolean
  /** Ed25519: with it the gateway proves itself to the cloud. */
  readonly proofKeys: KeyPair
  /** X25519, for the VPN. */
  readonly vpnKeys: KeyPair
  /** Seals the secrets among the settings. */
  readonly sealKey: Uint8Array
}

interface Options {
  readonly folder: string
  readonly interfaces: readonly Interface[]
  readonly newBytes: (count: number) => Uint8Array
}

/** The same at every start: keys are made once, and the address follows the box. */
export const openIdentity = ({ folder, interfaces, newBytes }: Options): Identity => {
  const mac = firstReal(interfaces)?.mac ?? keptMac(folder, newBytes)
  return {
    product,
    mac,
    isMacUnique: isUnique(mac),
    proofKeys: keyPairIn(folder, 'call-back.pem', 'ed25519'),
    vpnKeys: keyPairIn(folder, 'vpn.pem', 'x25519'),
    sealKey: sealKeyIn(folder, newBytes),
  }
}

/** A box without any interface has an address all the same, which does not change. */
const keptMac = (folder: string, newBytes: Options['newBytes']): string => {
  const path = join(folder, 'mac')
  const kept = readKept(path)?.toString()
  if (kept !== undefined) return kept
  const made = macFrom(newBytes(6))
  keepFile(path, made)
  return made
}
