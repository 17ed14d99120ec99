import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { furtherJourney } from '../testing/journey.ts'

furtherJourney('preferences', ({ world, open, further }) => {
  test('the language of the browser is taken, and another one can be chosen', async (t) => {
    const page = await open(t, { locale: 'pl-PL' })
    await signIn(page, world())
    await page.getByRole('heading', { level: 1, name: 'Sieć działa prawidłowo' }).waitFor()
    await page.getByText('6 z 6', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Konto' }).click()
    for (const [language, heading] of [
      ['uk', 'Мережа в порядку'],
      ['ru', 'Сеть в порядке'],
      ['en', 'The network is OK'],
    ] as const) {
      await page.locator('select').filter({ hasText: 'Polski' }).selectOption(language)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await page.locator(`html[lang=${language}]`).waitFor()
    }
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'The network is OK' }).waitFor()
  })

  further(() => {
    test('the appearance can be chosen, and stays', async (t) => {
      const page = await open(t, { colorScheme: 'light' })
      await signIn(page, world())
      const hasGround = (colour: string): Promise<unknown> =>
        page.waitForFunction((wanted) => getComputedStyle(document.documentElement).backgroundColor === wanted, colour)
      await hasGround('rgb(242, 244, 244)')
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('group', { name: 'Appearance' }).getByText('Dark').click()
      await hasGround('rgb(13, 17, 19)')
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'The network is OK' }).waitFor()
      await hasGround('rgb(13, 17, 19)')
    })

    test('hours go to 12 or 24 as the browser has it, or as is chosen', async (t) => {
      const page = await open(t, { locale: 'en-US' })
      await signIn(page, world())
      await page.getByRole('button', { name: 'Account' }).click()
      const since = page.getByText(/^\d+\.\d+\.\d+\.\d+ · .* [AP]M$/).first()
      await since.waitFor()
      await page.getByRole('group', { name: 'Time format' }).getByText('24 h').click()
      await since.waitFor({ state: 'detached' })
      await page
        .getByText(/^\d+\.\d+\.\d+\.\d+ · .*, \d\d:\d\d:\d\d$/)
        .first()
        .waitFor()
      await assertAccessible(page)
    })

    test('high contrast is taken from the system, and can be chosen', async (t) => {
      const page = await open(t, { colorScheme: 'light', contrast: 'no-preference' })
      await signIn(page, world())
      const hasGround = (colour: string): Promise<unknown> =>
        page.waitForFunction((wanted) => getComputedStyle(document.documentElement).backgroundColor === wanted, colour)
      await page.emulateMedia({ contrast: 'more' })
      await hasGround('rgb(255, 255, 255)')
      await page.emulateMedia({ contrast: 'no-preference' })
      await hasGround('rgb(242, 244, 244)')
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('group', { name: 'Contrast' }).getByText('High contrast').click()
      await hasGround('rgb(255, 255, 255)')
      await page.getByRole('list', { name: 'Networks' }).getByRole('link').first().waitFor()
      await assertAccessible(page)
    })

    test('a phone has the navigation at the bottom, and nothing is wider than the screen', async (t) => {
      const page = await open(t, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
      await signIn(page, world())
      await page.getByRole('list', { name: 'Networks' }).getByRole('link').first().waitFor()
      const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)
      assert.equal(await width(), 360)
      const box = await page.getByRole('navigation', { name: 'Main navigation' }).boundingBox()
      assert.ok(box !== null && box.y > 600, 'the navigation is at the bottom')
      await assertAccessible(page)
      await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Alerts' }).tap()
      await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
      assert.equal(await width(), 360)
    })

    test('everything is reached with the keyboard; the first stop leads past the navigation', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'The network is OK' }).waitFor()
      await page.keyboard.press('Tab')
      assert.equal(await page.locator(':focus').textContent(), 'Skip to content')
      await page.keyboard.press('Enter')
      assert.equal(await page.locator(':focus').getAttribute('id'), 'content')
    })
  })
})
