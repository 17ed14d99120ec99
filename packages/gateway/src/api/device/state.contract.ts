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
    ethernet,
    gsm: own.gsm,
    vpn,
    mbTcpCallback,
    activation,
    fwUpdate,
    mbTcpServer,
    mbTcpClients,
    inputs: pins,
    outputs: pins,
    statistics,
    memTaskfiles: own.memTaskfiles,
    memCard,
    settings,
    time,
    misc: own.misc,
  })

/** Every group of the state, by its key. */
export const stateGroups = {
  A: groupsOf({ gsm: gsm.A, memTaskfiles: memTaskfiles.A, misc: misc.A }),
  B: groupsOf({ gsm: gsm.B, memTaskfiles: memTaskfiles.B, misc: misc.B }),
}

export type StateKey = keyof typeof stateGroups.A.shape

export const stateKeys = Object.keys(stateGroups.A.shape) as StateKey[]
