import { createHash } from 'node:crypto'
import { firstReal, type Hardware } from './interface.rules.ts'

/** Whose MAC the gateway has: `made` is its own, anything else the name of the interface. */
export interface ChosenMac {
  readonly mac: string
  readonly source: string
}

/** One that no maker gave, told by the key: it goes wherever the key goes. */
export const macFromKey = (publicKey: Uint8Array): ChosenMac => {
  const hash = createHash('sha256').update(publicKey).digest('hex')
  return { mac: `02:${hash.slice(0, 10).match(/../g)?.join(':')}`, source: 'made' }
}

/** Of the interface that stands for the box, the address that its maker gave; null where there is none. */
export const firstPermanent = (all: readonly Hardware[]): ChosenMac | null => {
  const real = firstReal(all.flatMap((one) => (one.permanentMac === null ? [] : [{ ...one, mac: one.permanentMac }])))
  return real === undefined ? null : { mac: real.mac, source: real.name }
}

/** The address of this interface; null where there is no such interface. */
export const macOfInterface = (all: readonly Hardware[], name: string): ChosenMac | null => {
  const found = all.find((one) => one.name === name)
  const mac = found?.permanentMac ?? found?.mac ?? ''
  return mac === '' ? null : { mac, source: name }
}

/** What was chosen before still holds: an interface has the address, or had it when it was made. */
export const isHere = ({ mac, source }: ChosenMac, all: readonly Hardware[]): boolean =>
  source === 'made' || all.some((one) => one.mac === mac || one.permanentMac === mac)
