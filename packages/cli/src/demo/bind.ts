import { setTimeout as wait } from 'node:timers/promises'
import type { Site } from '@busbar/simulator'
import { type Api, made, need } from './api.ts'
import type { DemoGateway } from './gateway.ts'

const askEveryMs = 100
const giveUpMs = 30_000

/** The network of the gateway's line: made with the code that the gateway shows, once. */
export const bindGateway = async (
  api: Api,
  orgId: number,
  gateway: Pick<DemoGateway, 'activationCode'>,
  { description: { id: slug, name } }: Site,
): Promise<number> => {
  const found = need(await api.nets.list({ orgId })).find((net) => net.slug === slug)
  if (found !== undefined) return found.id
  const code = await shownCode(gateway)
  return made(need(await api.nets.create({ orgId, name, slug, connection: { kind: 'activation-code', code } })))
}

/** It takes a moment until the gateway has called and got one. */
const shownCode = async (gateway: Pick<DemoGateway, 'activationCode'>): Promise<number> => {
  for (let waitedMs = 0; waitedMs < giveUpMs; waitedMs += askEveryMs) {
    const code = await gateway.activationCode()
    if (code !== null) return code
    await wait(askEveryMs)
  }
  throw new Error('the gateway got no activation code from the cloud')
}
