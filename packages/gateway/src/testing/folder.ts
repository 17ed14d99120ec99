import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** A folder of the test's own, gone with it. */
export const testFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-gateway-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
