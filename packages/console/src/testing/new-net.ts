import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { World } from './world.ts'

export const signInByForm = async (page: Page, { owner }: World): Promise<void> => {
  await page.goto('/')
  await page.getByLabel('E-mail address').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
}

export const simulatedGateway = ({ served }: World): { host: string; port: number } => {
  const [site] = served.sites
  assert.ok(site !== undefined)
  return site
}

export const waitForStep = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 2, name, exact: true }).waitFor()

export const fillConnection = async (page: Page, name: string, host: string, port: number): Promise<void> => {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Host').fill(host)
  await page.getByLabel('Port').fill(String(port))
}

/** From the first waitForStep to the templates, with the first units of the workshop. */
export const scanUnits = async (page: Page, world: World, till: number): Promise<void> => {
  const { host, port } = simulatedGateway(world)
  await fillConnection(page, 'Workshop', host, port)
  await page.getByRole('button', { name: 'Check connection' }).click()
  await waitForStep(page, 'Devices')
  await page.getByLabel('Last unit ID').fill(String(till))
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await page.getByText(`${till} of ${till} unit IDs scanned`).waitFor()
}

/** Asserts that no network was left behind. */
export const assertNoNets = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByText('No networks yet').waitFor()
}
