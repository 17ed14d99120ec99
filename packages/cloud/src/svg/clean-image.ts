import { cleanJpeg } from './clean-jpeg.ts'
import { cleanPng } from './clean-png.ts'

const cleaners = { png: cleanPng, jpeg: cleanJpeg } as const
const imageData = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/\s]+={0,2})$/

/** A picture that is written into a drawing, with nothing in it but its points; null where it is none, or lies elsewhere. */
export const cleanImage = (href: string): string | null => {
  const [, type, data = ''] = imageData.exec(href.trim()) ?? []
  if (type !== 'png' && type !== 'jpeg') return null
  const clean = cleaners[type](Buffer.from(data, 'base64'))
  return 'err' in clean ? null : `data:image/${type};base64,${clean.ok.toString('base64')}`
}
