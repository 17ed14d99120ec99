import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { paramIdOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { furtherJourney } from '../testing/journey.ts'

furtherJourney('typed numbers', ({ world, open }) => {
  for (const { locale, typed, newValue, decimal, act } of [
    { locale: 'en-GB', typed: '1,500', newValue: 'New value', decimal: '1.5', act: 'Set to' },
    { locale: 'pl-PL', typed: '1.500', newValue: 'Nowa wartość', decimal: '1,5', act: 'Ustaw' },
  ])
    test(`${typed} in ${locale} is offered as two numbers, and the chosen one is sent`, async (t) => {
      const page = await open(t, { locale })
      const paramId = await paramIdOf(world(), 'Drying oven', 'setpoint')
      expectOk(await world().api.params.change({ paramId, min: null, max: null }))
      await signIn(page, world(), `/params/${paramId}`)
      for (const [shown, value] of [
        ['1\u202f500', '1500'],
        [decimal, '1.5'],
      ] as const) {
        await page.getByRole('button', { name: /^(Write|Zapisz)…$/ }).click()
        const dialog = page.getByRole('dialog')
        const field = dialog.getByLabel(newValue)
        const goOn = dialog.locator('button[type=submit]')
        await field.fill(typed)
        const choices = dialog.getByRole('group', { name: typed })
        await choices.waitFor()
        assert.deepEqual(await choices.getByRole('button').allTextContents(), ['1\u202f500', decimal])
        assert.equal(await field.getAttribute('aria-invalid'), 'true')
        assert.equal(await goOn.isDisabled(), true)
        await assertAccessible(page)
        // The buttons follow the field in the order of Tab.
        await field.press('Tab')
        if (shown === decimal) await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await choices.waitFor({ state: 'detached' })
        assert.equal(await field.evaluate((one) => one === document.activeElement), true)
        await goOn.click()
        const request = page.waitForRequest('**/write/')
        await dialog.getByRole('button', { name: `${act} ${shown}\u00a0°C`, exact: true }).click()
        assert.equal((await request).postDataJSON().newValue, value)
        await dialog
          .getByRole('button', { name: /^(Close|Zamknij)$/ })
          .last()
          .click()
      }
    })
})
