import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { DataFolder } from '../../storage/data-folder.ts'
import { firstReal, type Hardware, isUnique } from './interface.rules.ts'
import { type KeyPair, keyPairIn, sealKeyIn } from './keys.ts'
import { product } from './product.ts'

/** Source of the gateway's MAC: `made` for a generated one, otherwise the name of the interface. */
interface ChosenMac {
  readonly mac: string
  readonly source: string
}

/** Derives a locally administered MAC from the key; it moves with the key. */
export const macFromKey = (publicKey: Uint8Array): ChosenMac => {
  const hash = createHash('sha256').update(publicKey).digest('hex')
  return { mac: `02:${hash.slice(0, 10).match(/../g)?.join(':')}`, source: 'made' }
}

/** Returns the permanent address of the interface that represents the box; null when there is none. */
const firstPermanent = (all: readonly Hardware[]): ChosenMac | null => {
  const real = firstReal(all.flatMap((one) => (one.permanentMac === null ? [] : [{ ...one, mac: one.permanentMac }])))
  return real === undefined ? null : { mac: real.mac, source: real.name }
}

/** Permanent address of an interface; null when it does not exist. */
const macOfInterface = (all: readonly Hardware[], name: string): ChosenMac | null => {
  const found = all.find((one) => one.name === name)
  const mac = found?.permanentMac ?? found?.mac ?? ''
  return mac === '' ? null : { mac, source: name }
}

/** Checks that the stored choice still applies: the address belongs to an interface of this box, or was generated. */
const isHere = ({ mac, source }: ChosenMac, all: readonly Hardware[]): boolean =>
  source === 'made' || all.some((one) => one.mac === mac || one.permanentMac === mac)

/** Identity of this gateway: its product, its address and its keys. */
export interface Identity {
  readonly product: typeof product
  /** Lower case, with colons. */
  readonly mac: string
  /** Interface that the MAC was taken from, or `made`. */
  readonly macSource: string
  /** A maker gave it; otherwise another box may have the same. */
  readonly isMacUnique: boolean
  /** Ed25519: with it the gateway proves itself to the cloud. */
  readonly proofKeys: KeyPair
  /** Seals the secrets among the settings. */
  readonly sealKey: Uint8Array
}

interface Options {
  readonly folder: DataFolder
  /** `auto`, `made`, or the name of an interface. */
  readonly requestedSource: string
  readonly interfaces: readonly Hardware[]
  /** Reserves a MAC among the gateways of this box; false when another one has it. */
  readonly claim: (mac: string) => Promise<boolean>
  readonly newBytes: (count: number) => Uint8Array
  readonly warn: (details: object, message: string) => void
}

/** Opens the identity. The first start creates keys and chooses the address; later starts keep them. */
export const openIdentity = async (options: Options): Promise<Identity> => {
  const { folder, newBytes } = options
  const isNew = folder.read(keyFile) === undefined
  const proofKeys = keyPairIn(folder, keyFile)
  const { mac, source } = await chosenMac(options, proofKeys.publicKey, isNew)
  return {
    product,
    mac,
    macSource: source,
    isMacUnique: isUnique(mac),
    proofKeys,
    sealKey: sealKeyIn(folder, newBytes),
  }
}

/** The key of the call-back. */
export const keyFile = 'call-back.pem'
const choiceFile = 'identity.json'

const chosenMac = async (options: Options, publicKey: Uint8Array, isNew: boolean): Promise<ChosenMac> => {
  const { folder, requestedSource, interfaces, claim, warn } = options
  const stored = storedChoice(folder)
  const isStoredWanted = stored !== null && (requestedSource === 'auto' || requestedSource === stored.source)
  if (stored !== null && isStoredWanted && isHere(stored, interfaces) && (await claim(stored.mac))) return stored
  const chosen = await choose(options, publicKey, isNew ? null : before(options))
  if (stored !== null && stored.mac !== chosen.mac) {
    warn(
      { before: stored, now: chosen },
      'the gateway has another MAC: the one before is not of this box, taken, or not wanted',
    )
  }
  folder.saveWhenPossible(choiceFile, JSON.stringify(chosen))
  return chosen
}

const choose = async (
  { requestedSource, interfaces, claim }: Options,
  publicKey: Uint8Array,
  previous: ChosenMac | null,
): Promise<ChosenMac> => {
  if (requestedSource === 'made') return macFromKey(publicKey)
  if (requestedSource === 'auto') {
    const first = previous ?? firstPermanent(interfaces)
    return first !== null && (await claim(first.mac)) ? first : macFromKey(publicKey)
  }
  const named = macOfInterface(interfaces, requestedSource)
  if (named === null) throw new Error(`--identity ${requestedSource}: there is no such interface, or it has no address`)
  if (await claim(named.mac)) return named
  throw new Error(`--identity ${requestedSource}: another gateway on this box has its address, ${named.mac}`)
}

/** Returns the address that earlier versions used, so that an update does not change it. */
const before = ({ folder, interfaces }: Options): ChosenMac | null => {
  const first = firstReal(interfaces)
  if (first !== undefined) return { mac: first.mac, source: first.name }
  const stored = folder.read('mac')?.toString()
  return stored === undefined ? null : { mac: stored, source: 'made' }
}

/** Returns the choice of the first start; null before it. */
export const storedChoice = (folder: Pick<DataFolder, 'path' | 'read'>): ChosenMac | null => {
  const stored = folder.read(choiceFile)
  if (stored === undefined) return null
  const { mac, source } = JSON.parse(stored.toString()) as Partial<ChosenMac>
  if (typeof mac !== 'string' || typeof source !== 'string')
    throw new Error(`${join(folder.path, choiceFile)} is damaged`)
  return { mac, source }
}
