import type { Variant } from '../variant.ts'

interface Interface {
  readonly ip: string | null
  readonly isLinkUp: boolean
}

/** The interface that stands for the box, which may have none. */
export const ethernet = (real: Interface | undefined, mac: string) => ({
  ip: real?.ip ?? null,
  mac,
  linkUp: real?.isLinkUp ?? false,
})

interface Sensors {
  readonly voltage: string | null
  readonly temperature: string | null
}

export const misc = (variant: Variant, { voltage, temperature }: Sensors, resetFlags: readonly string[]) => ({
  voltage,
  temperature,
  ...(variant === 'B' && { resetFlags }),
})

export const settingsState = (status: object, storageProblem: string | null) => ({
  ...status,
  // Not in the contract: there only when there is something to tell.
  ...(storageProblem !== null && { notKept: storageProblem }),
})

interface ServerClients {
  readonly clients: readonly object[]
}

/** Both servers in one group: who comes by the modem is one of the clients. */
export const modbusServer = (
  own: ServerClients,
  { listenPortGsm, clients }: ServerClients & { readonly listenPortGsm: number },
) => {
  const { clients: others, ...rest } = own
  return { ...rest, listenPortGsm, clients: [...others, ...clients] }
}
