import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** The panel in a real browser, with a session. */
export interface OpenPanel {
  /** Shows a page of it and keeps it open. */
  show(page: string): Promise<void>
  close(): Promise<void>
}

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Null where there is no browser. */
export const openPanel = async (url: string, password: string): Promise<OpenPanel | null> => {
  const executablePath = process.env['BUSBAR_TEST_CHROMIUM'] ?? paths.find((path) => existsSync(path))
  if (executablePath === undefined) return null
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  const page = await browser.newPage({ locale: 'en-GB', baseURL: url })
  await page.goto('/')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return {
    async show(place) {
      await page.goto(`/#/${place}`)
      await page.getByRole('heading', { level: 2 }).first().waitFor()
    },
    close: () => browser.close(),
  }
}
