import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { lockFolder } from '@busbar/database/embedded'
import { makeVerifyFolder } from './backups.ts'

test('removes only folders of killed processes', async (t) => {
  const parent = mkdtempSync(join(tmpdir(), 'busbar-left-'))
  t.after(() => rmSync(parent, { recursive: true }))
  const folder = (name: string): string => {
    const path = join(parent, name)
    mkdirSync(path)
    writeFileSync(join(path, 'PG_VERSION'), '18\n')
    return path
  }
  const [left, used, , other] = ['busbar-verify-left', 'busbar-verify-used', 'busbar-verify-new', 'other'].map(folder)
  const lock = lockFolder(used ?? '')
  symlinkSync(other ?? '', join(parent, 'busbar-verify-link'))
  for (const path of [left, used, other]) utimesSync(path ?? '', 0, 0)
  const made = await makeVerifyFolder(parent)
  lock.release()
  const stay = [basename(made), 'busbar-verify-link', 'busbar-verify-new', 'busbar-verify-used', 'other']
  assert.deepEqual(readdirSync(parent).toSorted(), stay.toSorted())
  assert.deepEqual(readdirSync(other ?? ''), ['PG_VERSION'])
})
