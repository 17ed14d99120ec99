import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, ManifestProblem, openManifest, type Release, readReleaseKeys } from '@busbar/uplink/releases'
import { AdminProblem } from './admin.ts'

const manifestFile = 'manifest.json'
const signatureFile = 'manifest.sig'

/** Takes over a folder of releases into the one that is served, if a key has signed them and every sum is right. */
export const addFirmware = async (from: string, to: string, keyFolder: string): Promise<readonly Release[]> => {
  const { releases, serial } = await opened(from, keyFolder)
  const before = await opened(to, keyFolder).catch(() => undefined)
  if (before !== undefined && before.serial > serial) {
    throw new AdminProblem(`${to} has a newer manifest (serial ${before.serial}) than ${from} (${serial})`)
  }
  for (const release of releases) await checkSum(from, release)
  await mkdir(to, { recursive: true })
  // The manifest is copied last, so that its files always exist.
  for (const name of [...releases.map(({ file }) => file), signatureFile, manifestFile]) {
    await copyFile(join(from, name), join(to, `.${name}`))
    await rename(join(to, `.${name}`), join(to, name))
  }
  return releases
}

const opened = async (folder: string, keyFolder: string): Promise<Manifest> => {
  try {
    const bytes = await readFile(join(folder, manifestFile))
    return openManifest(bytes, await readFile(join(folder, signatureFile), 'latin1'), readReleaseKeys([keyFolder]))
  } catch (error) {
    if (error instanceof ManifestProblem) throw new AdminProblem(`${folder}: ${error.message}`)
    throw new AdminProblem(`${folder} has no ${manifestFile} with its ${signatureFile}`)
  }
}

const checkSum = async (folder: string, { file, size, sha256 }: Release): Promise<void> => {
  const path = join(folder, file)
  const found = await stat(path).catch(() => undefined)
  if (found?.size !== size) throw new AdminProblem(`${path} is not there, or has not ${size} bytes`)
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer)
  if (hash.digest('hex') !== sha256) throw new AdminProblem(`${path} is not what the manifest says`)
}
