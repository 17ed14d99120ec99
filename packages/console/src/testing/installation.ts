import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cloud, type SamplePlant, startCloud } from '@busbar/cloud'
import { contract, errorFields } from '@busbar/cloud/contract'
import { readSettings } from '@busbar/cloud/env'
import { layReadyCluster } from '@busbar/database/testing'
import { Plant, type ServedPlant, serveTcp, workshop } from '@busbar/simulator'
import { type ApiResult, type Client, client } from '@busbar/wire'
import { consoleFolder } from '../index.ts'

export type Api = Client<typeof contract>

export interface Account {
  email: string
  password: string
}

/** An organization of an owner who belongs to no other. */
export interface NewOrg {
  orgId: number
  owner: Account
  /** As the owner. */
  api: Api
}

/** The service with a database of its own and the console. It has no owner until its first organization is made. */
export interface Installation {
  /** The first owner, who administers it. */
  admin: Account
  /** URL of the console. */
  url: string
  cloud: Cloud
  createOrg(name: string): Promise<NewOrg>
  /** Makes the first owner and organization. Where mails are sent, others cannot be made without one. */
  setUp(orgName: string): Promise<NewOrg>
  stop(): Promise<void>
}

const host = '127.0.0.1'
const password = 'a long password'
const adminAccount: Account = { email: 'admin@example.org', password }

/** A workshop to try things on. */
const samplePlant = (): SamplePlant => {
  let served: ServedPlant | undefined
  return {
    async start() {
      served = await serveTcp(new Plant(workshop), { host, port: 0 })
      return served.sites.map(({ site: { description }, port }) => ({
        slug: description.id,
        name: description.name,
        protocol: 'modbustcp',
        host,
        port,
        devices: description.devices,
      }))
    },
    stop: async () => served?.close(),
  }
}

/** `more`: further flags of the service. */
export const startInstallation = async (more: Readonly<Record<string, string>> = {}): Promise<Installation> => {
  const data = mkdtempSync(join(tmpdir(), 'busbar-console-'))
  const flags = {
    data,
    'backup-folder': join(data, 'backups'),
    http: `${host}:0`,
    callback: `${host}:0`,
    'raw-allow': '127.0.0.0/8:1-65535',
    'log-level': 'silent',
    ...more,
  }
  layReadyCluster(data)
  const cloud = await startCloud(readSettings(flags, {}), undefined, consoleFolder, samplePlant())
  const apiOf = (session?: { token: string }): Api =>
    client(contract, {
      baseUrl: cloud.url,
      errorFields,
      authorization: () => (session === undefined ? undefined : `token ${session.token}`),
    })
  const setUp = async (orgName: string): Promise<Api> =>
    apiOf(expectOk(await apiOf().orgs.setup({ ...adminAccount, name: 'Admin', code: cloud.setupCode ?? '', orgName })))
  let admin: Promise<Api> | undefined
  return {
    url: new URL('/', cloud.url).href,
    cloud,
    admin: adminAccount,
    async createOrg(name) {
      admin ??= setUp('Installation')
      const { orgId } = expectOk(await (await admin).orgs.create({ name }))
      const owner = { email: `owner-${orgId}@example.org`, password }
      const { code = '' } = expectOk(await (await admin).orgs.invite({ orgId, email: owner.email, role: 'owner' }))
      const session = expectOk(await apiOf().orgs.acceptInvitation({ code, name: 'Olena Owner', password }))
      const api = apiOf(session)
      const others = expectOk(await api.orgs.users({ orgId })).filter(({ email }) => email !== owner.email)
      for (const { userId } of others) expectOk(await api.orgs.removeUser({ orgId, userId }))
      return { orgId, owner, api }
    },
    async setUp(orgName) {
      admin ??= setUp(orgName)
      const api = await admin
      const [org] = expectOk(await api.sessions.userOrgs({}))
      return { orgId: org?.orgId ?? 0, owner: adminAccount, api }
    },
    async stop() {
      await cloud.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** The answer, which a test takes for granted. */
export const expectOk = <T>(outcome: ApiResult<T>): T => {
  if ('ok' in outcome) return outcome.ok
  throw new Error(`${outcome.err.message} (${outcome.err.code})`)
}
