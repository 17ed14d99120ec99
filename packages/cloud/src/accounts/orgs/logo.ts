import { Refusal } from '@busbar/wire/server'
import type { z } from 'zod'
import { cleanPng } from '../../svg/clean-png.ts'
import { sanitiseSvg } from '../../svg/sanitise-svg.ts'
import type { logo as contract } from './logo.contract.ts'
import type { Logo } from './logo.sql.ts'

const bytesMax = 131_072

export type ShownLogo = z.output<typeof contract.change.body>['logo']

/** Returns the sanitized image. */
export const cleanLogo = (upload: ShownLogo): Logo | null => {
  if (upload === null) return null
  const { type, data } = upload
  const bytes = Buffer.from(data, 'base64')
  const clean = type === 'image/png' ? cleanPng(bytes) : cleanDrawing(bytes)
  if ('err' in clean) throw new Refusal('IncorrectRequest', `body.logo: ${clean.err}`)
  if (clean.ok.length > bytesMax)
    throw new Refusal('IncorrectRequest', `body.logo: It is larger than ${bytesMax / 1024} KB.`)
  return { type, bytes: clean.ok }
}

const cleanDrawing = (bytes: Buffer): { ok: Buffer } | { err: string } => {
  const clean = sanitiseSvg(bytes.toString('utf8'))
  return 'err' in clean ? clean : { ok: Buffer.from(clean.ok) }
}

export const shownLogo = (stored: Logo | null): ShownLogo =>
  stored === null ? null : { type: stored.type, data: stored.bytes.toString('base64') }
