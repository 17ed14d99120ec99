import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Disk, PowerCut } from '../testing/disk.ts'
import { Generations, SettingsDamaged, type StoredState } from './generations.ts'

const stateAt = (timeGmt: number): StoredState => ({
  modifyOn: null,
  isPasswordTold: true,
  settings: { timeGmt, serial: { uidRange: '1-247' } },
})

/** A disk with so many generations written, one after the other. */
const diskWith = async (...values: number[]): Promise<Disk> => {
  const disk = new Disk()
  for (const value of values) await new Generations(disk).write(stateAt(value))
  return disk
}

const valueOn = async (files: Record<string, string>): Promise<unknown> =>
  (await new Generations(new Disk(files)).read())?.state.settings.timeGmt

const everyLength = (length: number): number[] => Array.from({ length: length + 1 }, (_, at) => at)

/** The text with one bit of one byte turned over. */
const flipped = (text: string, at: number): string =>
  text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1)

describe('a power cut', () => {
  const rows: [name: string, files: () => Promise<Record<string, string>>, before: number | undefined][] = [
    ['on a new device', async () => ({}), undefined],
    ['with one generation', async () => (await diskWith(1)).files, 1],
    ['with two generations', async () => (await diskWith(0, 1)).files, 1],
    [
      'when the current file is damaged',
      async () => ({ ...(await diskWith(1, 2)).files, 'settings.json': 'rubbish' }),
      1,
    ],
    [
      'when the current file is gone',
      async () => ({ 'settings.old.json': (await diskWith(1)).files['settings.json'] ?? '' }),
      1,
    ],
    [
      'with the rest of another cut',
      async () => ({ ...(await diskWith(1)).files, 'settings.new.json': '{"half":' }),
      1,
    ],
  ]
  for (const [name, files, before] of rows) {
    test(`${name} leaves the old settings or the new, at every step and byte`, async () => {
      const start = await files()
      let seen = 0
      for (let lastStep = 0, isDone = false; !isDone; lastStep++) {
        const disk = new Disk(start)
        disk.lastStep = lastStep
        try {
          await new Generations(disk).write(stateAt(9))
          isDone = true
        } catch (error) {
          assert.ok(error instanceof PowerCut)
        }
        for (const left of disk.afterCut(everyLength)) {
          const value = await valueOn(left)
          assert.ok(value === 9 || (value === before && !isDone), `step ${lastStep}: ${String(value)}`)
          seen++
        }
      }
      assert.ok(seen > 100)
    })
  }
})

describe('a damaged file', () => {
  test('cut off at any byte gives way to the one before it', async () => {
    const { files } = await diskWith(1, 2)
    const text = files['settings.json'] ?? ''
    for (let length = 0; length < text.length; length++) {
      const generations = new Generations(new Disk({ ...files, 'settings.json': text.slice(0, length) }))
      assert.deepEqual(await generations.read(), { state: stateAt(1), isPrevious: true })
    }
  })

  test('changed at any byte gives way to the one before it, and so does one with more bytes', async () => {
    const { files } = await diskWith(1, 2)
    const text = files['settings.json'] ?? ''
    for (let at = 0; at < text.length; at++) {
      assert.equal(await valueOn({ ...files, 'settings.json': flipped(text, at) }), 1, String(at))
    }
    assert.equal(await valueOn({ ...files, 'settings.json': `${text}\n` }), 1)
    assert.equal(await valueOn(files), 2)
  })

  test('without a good one before it is an error, never a new device', async () => {
    const { files } = await diskWith(1, 2)
    const [newest = '', older = ''] = [files['settings.json'], files['settings.old.json']]
    for (let at = 0; at < newest.length; at++) {
      for (const bad of [newest.slice(0, at), flipped(newest, at)]) {
        await assert.rejects(valueOn({ 'settings.json': bad }), SettingsDamaged)
        await assert.rejects(valueOn({ 'settings.old.json': bad }), SettingsDamaged)
        await assert.rejects(valueOn({ 'settings.json': bad, 'settings.old.json': older.slice(1) }), SettingsDamaged)
      }
    }
    await assert.rejects(
      valueOn({ 'settings.json': '', 'settings.old.json': '' }),
      /settings\.json is damaged, settings\.old\.json is damaged\. Put a copy/,
    )
  })
})
