import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { testFolder } from '../../testing/folder.ts'
import { startProgram } from '../../testing/program.ts'

/** A box with a card and a supply sensor; reports whether the card is in use. */
const setUp = async (t: TestContext, variant: 'A' | 'B') => {
  const [card, sysRoot] = [testFolder(t), testFolder(t)]
  const chip = join(sysRoot, 'class/hwmon/hwmon0')
  mkdirSync(chip, { recursive: true })
  writeFileSync(join(chip, 'in0_label'), 'VIN')
  const supply = (mv: number): void => writeFileSync(join(chip, 'in0_input'), String(mv))
  supply(13_000)
  const program = await startProgram(t, { sysRoot }, { card, variant })
  const isMounted = async (): Promise<boolean> => {
    const state = (await program.admin().get('state/get/?memCard&misc')) as { memCard: { isMounted: boolean } }
    return state.memCard.isMounted
  }
  /** Time passes until the card is as it should be. */
  const untilMounted = (wanted: boolean): Promise<void> =>
    until(async () => {
      await program.clock.advanceAsync(1000)
      return (await isMounted()) === wanted
    })
  return { program, supply, isMounted, untilMounted }
}

const lets = async (t: TestContext, variant: 'A' | 'B', settings: (mv: number) => object): Promise<void> => {
  const { program, supply, isMounted, untilMounted } = await setUp(t, variant)
  supply(11_000)
  await program.clock.advanceAsync(5000)
  assert.equal(await isMounted(), true)
  await program.set(settings(12_000))
  await untilMounted(false)
  supply(13_000)
  await untilMounted(true)
}

test('bodVoltage: below it the card is let go, and used again when the supply is good (variant A)', (t) =>
  lets(t, 'A', (bodVoltage) => ({ bodVoltage })))

test('powerSaving.bodVoltage: below it the card is let go, and used again when the supply is good (variant B)', (t) =>
  lets(t, 'B', (bodVoltage) => ({ powerSaving: { bodVoltage } })))

/** A box with a display; the test acts as its helper and records each brightness with its time. */
const displayOf = async (t: TestContext) => {
  const folder = testFolder(t)
  const [box, helper] = [join(folder, 'box.conf'), join(folder, 'root.sock')]
  writeFileSync(box, 'display=10-0045\n')
  const shown: number[] = []
  const server = createServer((socket) => {
    socket.once('data', (line) => {
      const { verb, percent } = JSON.parse(String(line)) as { verb: string; percent: number }
      if (verb === 'backlight') shown.push(percent)
      socket.end('{}\n')
    })
  }).listen(helper)
  await once(server, 'listening')
  t.after(() => server.close())
  const program = await startProgram(t, {}, { box, helper })
  const untilShown = (count: number): Promise<void> => until(() => shown.length >= count)
  return { program, shown, untilShown }
}

test('powerSaving.delayForDisplaySavingMin, powerSaving.displaySavingBrightness: so dim after so long, bright at the button', async (t) => {
  const { program, shown, untilShown } = await displayOf(t)
  await program.set({ powerSaving: { delayForDisplaySavingMin: 7, displaySavingBrightness: 33 } })
  await untilShown(1)
  shown.splice(0)
  await program.clock.advanceAsync(6.9 * 60_000)
  assert.deepEqual(shown, [])
  await program.clock.advanceAsync(0.2 * 60_000)
  await untilShown(1)
  program.pressButton()
  await untilShown(2)
  assert.deepEqual(shown, [33, 100])
})
