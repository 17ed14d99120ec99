import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownContext, signIn } from '../testing/browser.ts'
import { setComputerClock, setServerClock } from '../testing/clocks.ts'
import { idsOf } from '../testing/ids.ts'
import { furtherJourney } from '../testing/journey.ts'

const [secondMs, minuteMs, hourMs] = [1000, 60_000, 3_600_000]

furtherJourney('a computer whose clock is wrong', ({ world, open, further }) => {
  test('27 s ahead: values that are read every 2 s are shown as fresh, and the error is shown', async (t) => {
    const page = await open(t, ownContext)
    await setComputerClock(page, 27 * secondMs)
    const { paramIds } = await idsOf(world())
    await signIn(page, world(), `/params/${[...paramIds.values()][0]}`)
    await page.getByText('Live', { exact: true }).waitFor()
    await page.locator('[data-freshness=fresh]').first().waitFor()
    await page.getByText(/^Computer clock 2[678] secs? fast$/).waitFor()
    assert.equal(await page.locator('[data-freshness=old]').count(), 0)
  })

  test('one hour slow: a value that is 20 minutes old is not shown as fresh', async (t) => {
    const page = await open(t, ownContext)
    // For the server it is 20 minutes after the last reading, for the computer 40 minutes before it.
    await setServerClock(page, 20 * minuteMs)
    await setComputerClock(page, 20 * minuteMs - hourMs)
    const { paramIds } = await idsOf(world())
    await signIn(page, world(), `/params/${[...paramIds.values()][0]}`)
    await page.locator('[data-freshness=old]').first().waitFor()
    await page.getByText(/^Computer clock 1 hr slow$/).waitFor()
    assert.equal(await page.locator('[data-freshness=fresh]').count(), 0)
  })

  further(() => {
    test('one hour ahead: a stored session is continued', async (t) => {
      const page = await open(t, ownContext)
      await setComputerClock(page, hourMs + minuteMs)
      await page.goto('/sign-in')
      await page.getByLabel('E-mail').fill(world().owner.email)
      await page.getByLabel('Password', { exact: true }).fill(world().owner.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    })
  })
})
