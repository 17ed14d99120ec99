import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own; calling `remove` takes it away with all that is in it. */
export const tempFolder = (): { path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), 'busbar-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
