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
    vpn: vpn.describe('VPN of the cloud.'),
    mbTcpCallback: mbTcpCallback.describe('Call to the cloud.'),
    activation: activation.describe('What the cloud says of this gateway.'),
    fwUpdate: fwUpdate.describe('Updates of the program.'),
    mbTcpServer: mbTcpServer.describe('Modbus TCP server.'),
    mbTcpClients: mbTcpClients.describe('Connections to remote Modbus servers, one each.'),
    inputs: pins.describe('No fields yet.'),
    outputs: pins.describe('No fields yet.'),
    statistics: statistics.describe('Figures of the bus and the network.'),
    memTaskfiles: own.memTaskfiles.describe('Task files; variant A has no fields of it.'),
    memCard: memCard.describe('Memory card.'),
    settings: settings.describe('State of the settings.'),
    time: time.describe('Clock, summer time and the sun.'),
    misc: own.misc.describe('Voltage, temperature, and why it started.'),
  })

/** Every group of the state, by its key. */
export const stateGroups = {
  A: groupsOf({ gsm: gsm.A, memTaskfiles: memTaskfiles.A, misc: misc.A }),
  B: groupsOf({ gsm: gsm.B, memTaskfiles: memTaskfiles.B, misc: misc.B }),
}

export type StateKey = keyof typeof stateGroups.A.shape

export const stateKeys = Object.keys(stateGroups.A.shape) as StateKey[]
