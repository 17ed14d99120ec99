import { compileValue } from '@busbar/modbus'
import type { FieldNet } from '@busbar/polling'

export interface FleetOptions {
  gateways: number
  organizations: number
  periodSec: number
  paramsPerGateway: number
  /** Gateways connect to the nodes instead of being connected to. */
  isCalling: boolean
}

const wordsPerParam = 2

/** Networks with one device each, whose number is the network's. */
export const fleetOf = (options: FleetOptions): Map<number, FieldNet> => {
  const { gateways, organizations, periodSec, paramsPerGateway, isCalling } = options
  const codec = compileValue({ valueType: 'f32' })
  const params = Array.from({ length: paramsPerGateway }, (_, at) => ({
    id: at + 1,
    kind: 'input' as const,
    address: wordsPerParam * at,
    count: wordsPerParam,
    valueType: 'f32' as const,
    codec,
    isLong: false,
  }))
  const nets = new Map<number, FieldNet>()
  for (let id = 1; id <= gateways; id += 1) {
    const orgId = 1 + (id % organizations)
    const device = { orgId, netId: id, id, name: '', unit: 1, periodSec, readGroupSize: 60, retries: 1, params }
    nets.set(id, {
      orgId,
      id,
      name: '',
      isEnabled: true,
      protocol: 'modbustcp',
      controllerUnit: 1,
      passwords: [],
      ip: isCalling ? null : addressOf(id),
      port: isCalling ? null : 502,
      mac: isCalling ? macOf(id) : null,
      isPortKept: false,
      timeoutMs: 1000,
      depth: 1,
      isKeylessAllowed: false,
      isPasswordUnprovenAllowed: false,
      isWritingAllowed: true,
      devices: [device],
    })
  }
  return nets
}

const bytesOf = (id: number): number[] => [(id >> 16) & 0xff, (id >> 8) & 0xff, id & 0xff]
const addressOf = (id: number): string => `20.${bytesOf(id).join('.')}`
export const netIdOf = (address: string): number =>
  address
    .split('.')
    .slice(1)
    .reduce((id, byte) => id * 256 + Number(byte), 0)
const macOf = (id: number): string =>
  ['02', '00', '00', ...bytesOf(id).map((byte) => byte.toString(16).padStart(2, '0'))].join(':')
