import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { signIn } from '../testing/browser.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

const wide = { viewport: { width: 1400, height: 900 } }

const signInByForm = async (page: Page, { owner }: World, path: string): Promise<void> => {
  await page.goto(path)
  await page.locator('input[name=email]').fill(owner.email)
  await page.locator('input[name=password]').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const makeBoard = async ({ api, orgId }: World, name: string): Promise<number> => {
  const { id } = expectOk(await api.dashboards.create({ orgId, name }))
  const place = { column: 1, row: 1, width: 3, height: 4 }
  const widget = { kind: 'text' as const, id: 'w0', title: '', order: 1, place, settings: { text: 'Keys' } }
  expectOk(await api.boards.save({ dashboardId: id, version: 1, widgets: [widget] }))
  return id
}

/** Edits a dashboard, leaves it, and returns to the draft. */
const returnToDraft = async (page: Page): Promise<void> => {
  await page.locator('[data-handle=w0]').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('draft, visible only to you').waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/overview')
  await page.goBack()
  await page.getByText(/^You have an unpublished draft from /).waitFor()
}

journey(
  'a browser that does not store',
  ({ world, open }) => {
    test('with full storage drafts stay in memory', async (t) => {
      const id = await makeBoard(world(), 'Full')
      const page = await open(t, wide)
      await signIn(page, world())
      await page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      })
      await page.goto(`/dashboards/${id}?edit=true`)
      await returnToDraft(page)
    })

    test('with blocked storage the console works, and drafts stay in memory', async (t) => {
      const id = await makeBoard(world(), 'Forbidden')
      const page = await open(t, wide)
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('denied', 'SecurityError')
            },
          })
      })
      await signInByForm(page, world(), `/dashboards/${id}?edit=true`)
      await returnToDraft(page)
    })
  },
  { isFurther: true },
)
