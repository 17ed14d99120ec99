import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { testFolder } from '../../testing/folder.ts'
import { startProgram } from '../../testing/program.ts'

/** A box with a card and a sensor of its supply; tells whether the card is in use. */
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
  /** Until the card is as it should be, or for a minute of the virtual clock. */
  const settle = async (wanted: boolean): Promise<boolean> => {
    for (let second = 0; second < 60 && (await isMounted()) !== wanted; second += 1) {
      await program.clock.advanceAsync(1000)
      await setImmediate()
    }
    return isMounted()
  }
  return { program, supply, isMounted, settle }
}

const lets = async (t: TestContext, variant: 'A' | 'B', settings: (mv: number) => object): Promise<void> => {
  const { program, supply, isMounted, settle } = await setUp(t, variant)
  supply(11_000)
  await program.clock.advanceAsync(5000)
  assert.equal(await isMounted(), true)
  await program.set(settings(12_000))
  assert.equal(await settle(false), false)
  supply(13_000)
  assert.equal(await settle(true), true)
}

test('bodVoltage: below it the card is let go, and used again when the supply is good (variant A)', (t) =>
  lets(t, 'A', (bodVoltage) => ({ bodVoltage })))

test('powerSaving.bodVoltage: below it the card is let go, and used again when the supply is good (variant B)', (t) =>
  lets(t, 'B', (bodVoltage) => ({ powerSaving: { bodVoltage } })))
