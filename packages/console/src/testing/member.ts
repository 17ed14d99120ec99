import type { Page } from 'playwright-core'
import { type Account, expectOk } from './installation.ts'
import type { World } from './world.ts'

type Role = Parameters<World['api']['orgs']['invite']>[0]['role']

const password = 'another long password'

/** Another person with a role in the organization. */
export const addMember = async ({ api, orgId }: World, role: Role, name: string = role): Promise<Account> => {
  const email = `${name}-${orgId}@example.org`
  const { code } = expectOk(await api.orgs.invite({ orgId, email, role }))
  if (code === undefined) throw new Error('the code went by mail')
  expectOk(await api.orgs.acceptInvitation({ code, name, password }))
  return { email, password }
}

/**
 * The service no longer knows the session of this page, as after an hour. What is to be pressed is pressed in the same
 * breath: the page notices by itself soon after.
 */
export const endSession = (page: Page, press?: string): Promise<void> =>
  page.evaluate(async (name) => {
    const { token } = JSON.parse(localStorage.getItem('busbar.session') ?? '{}') as { token: string }
    await fetch('/api/v1/logout/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `token ${token}` },
      body: 'null',
    })
    if (name === undefined) return
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    if (button === undefined) throw new Error(`there is no button ${name}`)
    button.click()
  }, press)
