import type { Page } from 'playwright-core'
import { type Account, need } from './installation.ts'
import type { World } from './world.ts'

type Role = Parameters<World['api']['orgs']['invite']>[0]['role']

const password = 'another long password'

/** Another person with a role in the organization. */
export const addMember = async ({ api, orgId }: World, role: Role, name: string = role): Promise<Account> => {
  const email = `${name}-${orgId}@example.org`
  const { code } = need(await api.orgs.invite({ orgId, email, role }))
  if (code === undefined) throw new Error('the code went by mail')
  need(await api.orgs.acceptInvitation({ code, name, password }))
  return { email, password }
}

/** The service no longer knows the session of this page, as after an hour. */
export const endSession = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('busbar.session') ?? '{}') as { token: string }
    await fetch('/api/v1/logout/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `token ${token}` },
      body: 'null',
    })
  })
