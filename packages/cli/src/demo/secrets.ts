import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newPassword } from '@busbar/cloud/secrets'
import { makeFolder } from '@busbar/kit/program'

/** How to get into the demo. The same at every start, so it is kept beside the data. */
export interface DemoSecrets {
  email: string
  password: string
  key?: { apiKey: string; password: string }
  /** Password of the administrator of the gateway. */
  gatewayPassword?: string
  /** All that is shown was made. */
  isComplete?: boolean
  /** How many families the device library was made of, once it was whole. */
  libraryCount?: number
}

const fileIn = (folder: string): string => join(folder, 'demo.json')

/** Returns the secrets of the last start, or creates new ones, which are stored before their first use. */
export const demoSecrets = (folder: string): DemoSecrets => {
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as DemoSecrets
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
    makeFolder(folder)
    return writeSecrets(folder, { email: 'demo@busbar.example', password: newPassword(randomBytes) })
  }
}

/** Adds to what is kept. Whole or not at all, and for its owner only. */
export const saveSecrets = (folder: string, more: Partial<DemoSecrets>): void => {
  writeSecrets(folder, { ...demoSecrets(folder), ...more })
}

const writeSecrets = (folder: string, secrets: DemoSecrets): DemoSecrets => {
  const part = `${fileIn(folder)}.part`
  writeFileSync(part, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(part, fileIn(folder))
  return secrets
}
