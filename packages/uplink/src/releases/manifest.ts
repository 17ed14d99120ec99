import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** More is refused before it is read. */
export const manifestBytesMax = 65_536

/** 1.2.3 is 10203: one number that grows, and fits a register up to 6.x. */
export const versionNumber = (version: string): number =>
  version.split('.').reduce((sum, part) => sum * 100 + Number(part), 0)

const natural = z.int().min(0)

const releaseSchema = z.strictObject({
  /** The version as one growing number: 1.2.3 is 10203. */
  version: natural,
  firmwareType: natural,
  /** As Node has it: x64, arm64, arm. */
  arch: z.string().regex(/^[a-z0-9]{1,12}$/),
  /** An 8.3 name, as a card has it. */
  file: z.string().regex(/^[0-9A-Z]{1,8}\.BBF$/),
  size: natural.min(1).max(500_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Older versions must install another release first. */
  minVersion: natural,
  releasedOn: z.iso.datetime(),
})

const manifestSchema = z.strictObject({
  format: z.literal(1),
  /** Grows with each manifest: one with a lower serial than was seen before is an old one, played again. */
  serial: natural,
  releases: z.array(releaseSchema).max(100),
})

export type Release = z.output<typeof releaseSchema>
export type Manifest = z.output<typeof manifestSchema>

/** Reason for rejecting a manifest. */
export class ManifestProblem extends Error {
  override name = 'ManifestProblem'
}

/** Signed bytes have a prefix, so that a signature of other data is not valid for a manifest. */
const signed = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from('busbar firmware 1\0'), bytes])

/** Signature file beside the manifest: base64 and a line end. */
export const signManifest = (bytes: Uint8Array, key: KeyObject): string =>
  `${sign(null, signed(bytes), key).toString('base64')}\n`

/**
 * Signs a list of checksums. The signature covers the list itself, so that openssl can verify it. It is not valid for a
 * manifest, which has a prefix.
 */
export const signSums = (list: string, key: KeyObject): Buffer => sign(null, Buffer.from(list), key)

/** The manifest, if one of the keys has signed it. */
export const openManifest = (bytes: Uint8Array, signature: string, keys: readonly KeyObject[]): Manifest => {
  if (keys.length === 0) throw new ManifestProblem('this box has no release key')
  const signatureBytes = Buffer.from(signature.trim(), 'base64')
  if (!keys.some((key) => verify(null, signed(bytes), key, signatureBytes))) {
    throw new ManifestProblem('the manifest is not signed by a trusted release key')
  }
  const read = manifestSchema.safeParse(jsonOf(bytes))
  if (!read.success) throw new ManifestProblem(`this manifest is not one that is known: ${z.prettifyError(read.error)}`)
  return read.data
}

const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new ManifestProblem('the manifest is not JSON', { cause: error })
  }
}

/** Returns the newest release that can replace this version on this type and machine. */
export const newestFor = (
  { releases }: Manifest,
  { firmwareType, arch, version }: Pick<Release, 'firmwareType' | 'arch' | 'version'>,
): Release | undefined =>
  releases
    .filter((one) => one.firmwareType === firmwareType && one.arch === arch && one.minVersion <= version)
    .toSorted((a, b) => b.version - a.version)[0]

/**
 * Reads Ed25519 keys from the PEM files of these folders. A missing folder has none; an invalid file is reported by
 * name.
 */
export const readReleaseKeys = (folders: readonly string[]): KeyObject[] =>
  folders.flatMap((folder) => pemFiles(folder).map((path) => readKey(path)))

const pemFiles = (folder: string): string[] => {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.pem'))
    return names.toSorted().map((name) => join(folder, name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

const readKey = (path: string): KeyObject => {
  const key = createPublicKey(readFileSync(path))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${path} is not an Ed25519 key`)
  return key
}
