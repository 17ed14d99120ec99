import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { testFolder } from '../../../testing/folder.ts'
import type { Uploader } from '../../transfer/uploads.ts'
import { Card } from '../card.ts'
import { CardError, type FrCode } from '../card-error.ts'

/** Uploader of tests with a single one. */
export const uploader: Uploader = { name: 'one', signal: new AbortController().signal }

/** A card in a folder of its own, with room beside it for what must not be reached. */
export function testCard(t: TestContext) {
  const parent = testFolder(t)
  const folder = join(parent, 'card')
  mkdirSync(folder)
  const clock = new VirtualClock()
  const card = new Card({ folder, now: () => new Date(2026, 10, 14, 10, 21, 5), clock })
  t.after(() => card.stop())
  return { parent, folder, clock, card }
}

/** Expects the operation to fail with this code. */
export const refuses = (operation: Promise<unknown>, code: FrCode): Promise<void> =>
  assert.rejects(operation, (error) => {
    assert.ok(error instanceof CardError, String(error))
    assert.equal(error.code, code, error.message)
    return true
  })
