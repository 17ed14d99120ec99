import { z } from 'zod'
import { activation, fwUpdate, memCard, memTaskfiles, misc, settings, statistics, time } from './box-groups.contract.ts'
import { ethernet, gsm, mbTcpCallback, mbTcpClients, mbTcpServer, vpn } from './link-groups.contract.ts'

/** Neither has fields yet. */
const pins = z.object({})

const groupsOf = <G extends z.ZodType, T extends z.ZodType, M extends z.ZodType>(own: {
  gsm: G
  memTaskfiles: T
  misc: M
}) =>
  z.object({
    ethernet: ethernet.describe('Ethernet.'),
    gsm: own.gsm.describe('GSM modem.'),
    vpn: vpn.describe('Cloud VPN.'),
    mbTcpCallback: mbTcpCallback.describe('Connection to the cloud.'),
    activation: activation.describe('Activation data received from the cloud.'),
    fwUpdate: fwUpdate.describe('Firmware updates.'),
    mbTcpServer: mbTcpServer.describe('Modbus TCP server.'),
    mbTcpClients: mbTcpClients.describe('Connections to remote Modbus servers, one entry each.'),
    inputs: pins.describe('Has no fields yet.'),
    outputs: pins.describe('Has no fields yet.'),
    statistics: statistics.describe('Bus and network statistics.'),
    memTaskfiles: own.memTaskfiles.describe('Task files; empty in variant A.'),
    memCard: memCard.describe('Memory card.'),
    settings: settings.describe('State of the settings.'),
    time: time.describe('Clock, daylight saving time and sun times.'),
    misc: own.misc.describe('Voltage, temperature and cause of the last restart.'),
  })

/** Every group of the state, by its key. */
export const stateGroups = {
  A: groupsOf({ gsm: gsm.A, memTaskfiles: memTaskfiles.A, misc: misc.A }),
  B: groupsOf({ gsm: gsm.B, memTaskfiles: memTaskfiles.B, misc: misc.B }),
}

export type StateKey = keyof typeof stateGroups.A.shape

export const stateKeys = Object.keys(stateGroups.A.shape) as StateKey[]
