import type { Cloud } from '@busbar/cloud'
import { type Api, expectOk } from './api.ts'
import { type DemoSecrets, saveSecrets } from './secrets.ts'

/** The owner's session; the first start makes the owner and the organization. */
export const signInOwner = async (
  api: Api,
  { setupCode }: Pick<Cloud, 'setupCode'>,
  { email, password }: DemoSecrets,
): Promise<string> => {
  if (setupCode === null) return expectOk(await api.sessions.login({ email, password })).token
  const owner = { code: setupCode, orgName: 'Demo', name: 'Demo owner', email, password }
  return expectOk(await api.orgs.setup(owner)).token
}

export const demoOrg = async (api: Api, { email }: DemoSecrets, folder: string): Promise<number> => {
  const orgId = expectOk(await api.sessions.userOrgs())[0]?.orgId
  if (orgId === undefined) throw new Error(`${email} is no longer a member of an organization: remove ${folder}`)
  return orgId
}

const libraryName = 'Device library'

/** The organization of the device library, made once. */
export const libraryOrg = async (api: Api): Promise<number> => {
  const found = expectOk(await api.sessions.userOrgs()).find(({ orgName }) => orgName === libraryName)
  return found?.orgId ?? expectOk(await api.orgs.create({ name: libraryName })).orgId
}

/** Secrets with a key for programs, which is made once. */
export const withKey = async (api: Api, orgId: number, folder: string, secrets: DemoSecrets) => {
  const { key = expectOk(await api.orgs.createApiKey({ orgId, name: 'Demo key', role: 'owner' })) } = secrets
  if (secrets.key === undefined) saveSecrets(folder, { key })
  return key
}
