import type { Cloud } from '@busbar/cloud'
import { contract, errorFields } from '@busbar/cloud/contract'
import type { ServedSite } from '@busbar/simulator'
import { type Client, client, type Outcome } from '@busbar/wire'
import { type DemoSecrets, demoSecrets, keepSecrets } from './secrets.ts'

type Api = Client<typeof contract>

/** A demo that moves every minute would look dead. */
const updatePeriodSec = 5

export interface Demo {
  orgId: number
  email: string
  password: string
  key: { apiKey: string; password: string }
}

/**
 * Makes what the demo needs and is not there yet, through the API like any other program: an organization with its owner and an
 * API key, the workshop's network and its devices. A start that was cut short is taken up where it ended.
 */
export const prepareDemo = async (
  cloud: Pick<Cloud, 'url' | 'setupCode'>,
  folder: string,
  site: ServedSite,
): Promise<Demo> => {
  const secrets = demoSecrets(folder)
  const session = { token: '' }
  const api = client(contract, {
    baseUrl: cloud.url,
    errorFields,
    authorization: () => (session.token === '' ? undefined : `token ${session.token}`),
  })
  session.token = await signIn(api, cloud, secrets)
  const orgId = need(await api.sessions.userOrgs())[0]?.orgId
  if (orgId === undefined) throw new Error(`${secrets.email} belongs to no organization any more: remove ${folder}`)
  const { key } =
    secrets.key === undefined ? keepSecrets(folder, { ...secrets, key: await makeKey(api, orgId) }) : secrets
  await makeDevices(api, await makeNet(api, orgId, site), site)
  need(await api.sessions.logout())
  if (key === undefined) throw new Error('a key was made and is not there')
  return { orgId, email: secrets.email, password: secrets.password, key }
}

const signIn = async (
  api: Api,
  { setupCode }: Pick<Cloud, 'setupCode'>,
  { email, password }: DemoSecrets,
): Promise<string> => {
  if (setupCode === null) return need(await api.sessions.login({ email, password })).token
  const owner = { code: setupCode, orgName: 'Demo', name: 'Demo owner', email, password }
  return need(await api.orgs.setup(owner)).token
}

const makeKey = async (api: Api, orgId: number) =>
  need(await api.orgs.createApiKey({ orgId, name: 'Demo key', role: 'owner' }))

/** The network is made once; the port of the simulated workshop may be another at every start. */
const makeNet = async (api: Api, orgId: number, { site, host, port }: ServedSite): Promise<number> => {
  const { id: slug, name } = site.description
  const connection = { kind: 'direct', ip: host, port } as const
  const found = need(await api.nets.list({ orgId })).find((net) => net.slug === slug)
  const made =
    found === undefined
      ? need(await api.nets.create({ orgId, name, slug, connection }))
      : need(await api.nets.change({ netId: found.id, connection }))
  if (made.result === 'error') throw new Error(`the demo's network: ${JSON.stringify(made.errors)}`)
  return made.id
}

const makeDevices = async (api: Api, netId: number, { site }: ServedSite): Promise<void> => {
  const there = new Set(need(await api.nets.devices({ netId })).map(({ modbusUnitId }) => modbusUnitId))
  const missing = site.description.devices.filter(({ unit }) => !there.has(unit))
  if (missing.length === 0) return
  const devices = await Promise.all(
    missing.map(async ({ unit, sku, name }) => {
      const { id: templateId } = need(await api.templates.idBySku({ sku }))
      return { name, modbusUnitId: unit, templateId, updatePeriodSec }
    }),
  )
  need(await api.devices.create({ netId, devices }))
}

const need = <T>(outcome: Outcome<T>): T => {
  if ('ok' in outcome) return outcome.ok
  throw new Error(`the demo could not be prepared: ${outcome.err.message} (${outcome.err.code})`)
}
